package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// eachVersion completes the answer of a root that names groups and versions
// only: it asks each version for its resources, several at a time. A version
// that does not answer becomes a problem.
func (c *Cluster) eachVersion(ctx context.Context, a rootAnswer) root {
	groups := a.oldGroups()
	var asking errgroup.Group
	asking.SetLimit(c.parallel)
	var mu sync.Mutex
	failed := map[[2]string]trace.Problem{}
	for i := range groups {
		for j := range groups[i].versions {
			group, version := groups[i].name, &groups[i].versions[j]
			asking.Go(func() error {
				resources, err := c.versionResources(ctx, group, version.name)
				if err != nil {
					mu.Lock()
					defer mu.Unlock()
					failed[[2]string{group, version.name}] = c.Problem(trace.Part{Group: group, Version: version.name}, err)
				}
				version.resources = resources
				return nil
			})
		}
	}
	_ = asking.Wait() // what failed is a problem
	r := root{groups: groups}
	for _, g := range groups {
		for _, v := range g.versions {
			if p, ok := failed[[2]string{g.name, v.name}]; ok {
				r.problems = append(r.problems, p)
			}
		}
	}
	return r
}

func (a *rootAnswer) oldGroups() []apiGroup {
	var groups []apiGroup
	if len(a.Versions) > 0 {
		var core apiGroup
		for _, v := range a.Versions {
			core.versions = append(core.versions, apiVersion{name: v})
		}
		groups = append(groups, core)
	}
	for _, g := range a.Groups {
		group := apiGroup{name: g.Name}
		for _, v := range g.Versions {
			group.versions = append(group.versions, apiVersion{name: v.Version})
		}
		groups = append(groups, group)
	}
	return groups
}

func (c *Cluster) versionResources(ctx context.Context, group, version string) ([]trace.Kind, error) {
	resp, err := c.do(ctx, request{path: pathOfVersion(group, version), accept: anyJSON})
	if err != nil {
		return nil, err
	}
	defer done(resp)
	var list metav1.APIResourceList
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		return nil, causeOf(ctx, answer.UndecodableJSON(err))
	}
	if list.Kind != "APIResourceList" {
		return nil, answer.Undecodable(fmt.Errorf("the answer is a %q and not an APIResourceList", list.Kind))
	}
	var kinds []trace.Kind
	for _, r := range list.APIResources {
		if strings.Contains(r.Name, "/") {
			continue
		}
		kinds = append(kinds, trace.Kind{
			Group:      group,
			Version:    version,
			Kind:       r.Kind,
			Resource:   r.Name,
			Singular:   r.SingularName,
			ShortNames: r.ShortNames,
			Categories: r.Categories,
			Namespaced: r.Namespaced,
			Listable:   slices.Contains(r.Verbs, "list"),
		})
	}
	return kinds, nil
}
