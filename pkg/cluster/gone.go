package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// pauses is how often a list is repeated that answers 404 although its kind
	// is still announced.
	pauses = 4
	// defaultPause is the first of these pauses; each is longer by as much, so
	// that all of them make two seconds.
	defaultPause = 200 * time.Millisecond
)

// whileServed calls list, which lists objects of a kind that discovery named,
// and decides what it means when that answers 404.
//
// A kind whose CRD was deleted since has no objects left: the server removes
// them before the CRD. So there is nothing to report once the server no longer
// announces the kind. It may be slow to notice, because what it announces
// follows the CRDs after a moment, and the kind may be so new that it is
// announced and not served yet. Both pass.
func (c *Cluster) whileServed(ctx context.Context, kind trace.Kind, list func() error) error {
	for tried := 0; ; tried++ {
		err := list()
		if !apierrors.IsNotFound(err) {
			return err
		}
		announced, asking := c.announced(ctx, kind)
		switch {
		case asking != nil:
			return err // whether the kind is gone is not known
		case announced == nowhere:
			return nil
		case announced == elsewhere, tried == pauses:
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Duration(tried+1) * c.pause):
		}
	}
}

// announcement says where a resource is announced.
type announcement int

const (
	nowhere announcement = iota
	here                 // in the version that was asked for
	// elsewhere is in another version of its group only: its objects are still
	// there, although a list in this version does not show them.
	elsewhere
)

// announced asks where the server says that it serves the kind's resource.
func (c *Cluster) announced(ctx context.Context, kind trace.Kind) (announcement, error) {
	ctx, cancel := bounded(ctx, c.timeout)
	defer cancel()
	if found, err := c.versionHas(ctx, kind, kind.Version); err != nil || found {
		return here, err
	}
	versions, err := c.versionsOf(ctx, kind.Group)
	if err != nil {
		return nowhere, err
	}
	for _, version := range versions {
		if version == kind.Version {
			continue
		}
		if found, err := c.versionHas(ctx, kind, version); err != nil || found {
			return elsewhere, err
		}
	}
	return nowhere, nil
}

// versionHas reports whether a version of the kind's group has its resource. A
// version that does not exist has none.
func (c *Cluster) versionHas(ctx context.Context, kind trace.Kind, version string) (bool, error) {
	kinds, err := c.versionResources(ctx, kind.Group, version)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return slices.ContainsFunc(kinds, func(k trace.Kind) bool { return k.Resource == kind.Resource }), err
}

// versionsOf asks for the versions of a group. One that does not exist has
// none, and the core group has no others than v1.
func (c *Cluster) versionsOf(ctx context.Context, group string) ([]string, error) {
	if group == "" {
		return nil, nil
	}
	resp, err := c.do(ctx, request{path: []string{"/apis", group}, accept: anyJSON})
	switch {
	case apierrors.IsNotFound(err):
		return nil, nil
	case err != nil:
		return nil, err
	}
	defer done(resp)
	var found metav1.APIGroup
	if err := json.NewDecoder(resp.Body).Decode(&found); err != nil {
		return nil, causeOf(ctx, answer.UndecodableJSON(err))
	}
	if found.Kind != "APIGroup" {
		return nil, answer.Undecodable(fmt.Errorf("the answer is a %q and not an APIGroup", found.Kind))
	}
	var versions []string
	for _, v := range found.Versions {
		versions = append(versions, v.Version)
	}
	return versions, nil
}
