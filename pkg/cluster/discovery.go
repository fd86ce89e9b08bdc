package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	apidiscoveryv2 "k8s.io/api/apidiscovery/v2"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// aggregatedDiscovery asks for everything in one answer. Servers before 1.30
// know the older version of it only, and those before 1.26 neither.
const aggregatedDiscovery = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList," +
	"application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList," +
	anyJSON

// discovery is what the two roots of the API said when they were last asked.
// It is only used when the server says that nothing has changed since.
type discovery struct {
	mu    sync.Mutex
	roots map[string]root
}

// root is the answer of /api or /apis.
type root struct {
	etag     string
	groups   []apiGroup
	problems []trace.Problem
	at       time.Time // when the server answered, by its own clock
}

// apiGroup is one API group with its versions, the preferred one first.
type apiGroup struct {
	name     string
	versions []apiVersion
}

type apiVersion struct {
	name      string
	stale     bool
	resources []trace.Kind
}

// Kinds implements trace.Reader. The server is asked each time; nothing that it
// said before is believed unless it confirms that.
func (c *Cluster) Kinds(ctx context.Context) ([]trace.Kind, []trace.Problem, error) {
	types, problems, err := c.Types(ctx)
	return types.Kinds, problems, err
}

// Types asks, as Kinds does, which kinds are served, and in which versions
// besides the preferred one.
func (c *Cluster) Types(ctx context.Context) (Types, []trace.Problem, error) {
	names := []string{"/api", "/apis"}
	roots := make([]root, len(names))
	errs := make([]error, len(names))
	var asking sync.WaitGroup
	for i := range names {
		asking.Go(func() { roots[i], errs[i] = c.root(ctx, names[i]) })
	}
	asking.Wait()
	var all root
	var at time.Time
	for i := range names {
		if errs[i] != nil {
			return Types{}, nil, c.unreachable("asking for the kinds", errs[i])
		}
		all.groups = append(all.groups, roots[i].groups...)
		all.problems = append(all.problems, roots[i].problems...)
		if roots[i].at.After(at) {
			at = roots[i].at
		}
	}
	types := typesOf(all.groups)
	types.At = at
	return types, append(all.problems, staleness(all.groups)...), nil
}

// root asks one root for the groups below it.
func (c *Cluster) root(ctx context.Context, name string) (root, error) {
	ctx, cancel := bounded(ctx, c.timeout)
	defer cancel()
	c.discovery.mu.Lock()
	known := c.discovery.roots[name]
	c.discovery.mu.Unlock()
	resp, err := c.do(ctx, request{path: []string{name}, accept: aggregatedDiscovery, etag: known.etag})
	switch {
	case apierrors.IsNotFound(err):
		return root{}, nil // an API server without core group, or without others
	case err != nil:
		return root{}, err
	}
	defer done(resp)
	at := dateOf(resp)
	if resp.StatusCode == http.StatusNotModified {
		known.at = at
		return known, nil
	}
	var a rootAnswer
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return root{}, causeOf(ctx, fmt.Errorf("reading what %s serves: %w", name, answer.UndecodableJSON(err)))
	}
	if a.Kind != "APIGroupDiscoveryList" {
		done(resp) // its place is needed
		each := c.eachVersion(ctx, a)
		each.at = at
		return each, nil
	}
	found := root{etag: resp.Header.Get("ETag"), groups: a.groups(), at: at}
	c.discovery.mu.Lock()
	defer c.discovery.mu.Unlock()
	if c.discovery.roots == nil {
		c.discovery.roots = map[string]root{}
	}
	c.discovery.roots[name] = found
	return found, nil
}

// dateOf is the server's clock as it answered, zero where it does not say.
func dateOf(resp *http.Response) time.Time {
	at, err := http.ParseTime(resp.Header.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}

// rootAnswer is what /api and /apis answer, new or old.
type rootAnswer struct {
	Kind     string                             `json:"kind"`
	Items    []apidiscoveryv2.APIGroupDiscovery `json:"items"`    // APIGroupDiscoveryList
	Versions []string                           `json:"versions"` // APIVersions
	Groups   []metav1.APIGroup                  `json:"groups"`   // APIGroupList
}

func (a *rootAnswer) groups() []apiGroup {
	groups := make([]apiGroup, 0, len(a.Items))
	for i := range a.Items {
		g := apiGroup{name: a.Items[i].Name}
		for _, v := range a.Items[i].Versions {
			version := apiVersion{name: v.Version, stale: v.Freshness == apidiscoveryv2.DiscoveryFreshnessStale}
			for i := range v.Resources {
				if r := &v.Resources[i]; r.ResponseKind != nil && r.ResponseKind.Kind != "" { // else only subresources are served
					version.resources = append(version.resources, kindOf(r, g.name, v.Version))
				}
			}
			g.versions = append(g.versions, version)
		}
		groups = append(groups, g)
	}
	return groups
}

func kindOf(r *apidiscoveryv2.APIResourceDiscovery, group, version string) trace.Kind {
	return trace.Kind{
		Group:      group,
		Version:    version,
		Kind:       r.ResponseKind.Kind,
		Resource:   r.Resource,
		Singular:   r.SingularResource,
		ShortNames: r.ShortNames,
		Categories: r.Categories,
		Namespaced: r.Scope == apidiscoveryv2.ScopeNamespace,
		Listable:   slices.Contains(r.Verbs, "list"),
	}
}

// staleness returns a problem for each version of which the server knows no
// more than what its provider said some time ago.
func staleness(groups []apiGroup) []trace.Problem {
	var problems []trace.Problem
	for _, g := range groups {
		for _, v := range g.versions {
			if v.stale {
				problems = append(problems, trace.Problem{
					About:   trace.Part{Group: g.name, Version: v.name},
					Reason:  trace.Unavailable,
					Message: "the server does not reach what serves it",
				})
			}
		}
	}
	return problems
}

// typesOf chooses for each resource the first fresh version that serves it, or
// else the first.
func typesOf(groups []apiGroup) Types {
	var t Types
	for _, g := range groups {
		t.Groups = append(t.Groups, g.name)
		preferred := map[string]bool{}
		for _, v := range freshFirst(g.versions) {
			for _, k := range v.resources {
				if preferred[k.Resource] {
					t.Others = append(t.Others, k)
					continue
				}
				preferred[k.Resource] = true
				t.Kinds = append(t.Kinds, k)
			}
		}
	}
	slices.SortStableFunc(t.Kinds, trace.Kind.Compare)
	slices.SortStableFunc(t.Others, trace.Kind.Compare)
	return t
}

func freshFirst(versions []apiVersion) []apiVersion {
	sorted := make([]apiVersion, 0, len(versions))
	for _, stale := range []bool{false, true} {
		for _, v := range versions {
			if v.stale == stale {
				sorted = append(sorted, v)
			}
		}
	}
	return sorted
}
