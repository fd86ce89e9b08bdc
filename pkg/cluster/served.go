package cluster

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Versions are the kinds under which the server serves the same resource now, in
// all versions of its group; none where it serves it no more. It is asked afresh.
func (c *Cluster) Versions(ctx context.Context, kind trace.Kind) ([]trace.Kind, error) {
	ctx, cancel := bounded(ctx, c.timeout)
	defer cancel()
	versions, err := c.versionsOf(ctx, kind.Group)
	if kind.Group == "" {
		versions = []string{kind.Version}
	}
	var served []trace.Kind
	for _, version := range versions {
		if err != nil {
			break
		}
		var kinds []trace.Kind
		kinds, err = c.versionResources(ctx, kind.Group, version)
		if apierrors.IsNotFound(err) {
			err = nil
		}
		at := slices.IndexFunc(kinds, func(k trace.Kind) bool { return k.Resource == kind.Resource && k.Kind == kind.Kind })
		if at >= 0 {
			k := kind
			k.Version = version
			served = append(served, k)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("asking in which versions %s is served: %w", trace.Describe(kind, "", ""), err)
	}
	return served, nil
}
