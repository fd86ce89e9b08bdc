package cluster

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// stored are the subresources that are parts of the stored object. Others may
// act at once, as a proxy does, whatever a dry run says.
var stored = []string{"", "status", "scale"}

// DryRun sends a patch that the server validates and admits and does not store,
// in the name of the subject, and returns what the object would be. It is for
// the object itself and the subresources status and scale. The error wraps the
// server's APIStatus where it gave one.
func (c *Cluster) DryRun(ctx context.Context, kind trace.Kind, namespace, name, subresource string,
	patchType types.PatchType, patch []byte, as explain.Subject,
) (*unstructured.Unstructured, error) {
	doing := "trying out a patch of " + describePart(kind, namespace, name, subresource)
	if !oneself(as) {
		doing += " as " + as.User
	}
	if !slices.Contains(stored, subresource) {
		return nil, fmt.Errorf("%s: the subresource may ignore that it is a dry run", doing)
	}
	r := request{query: writeQuery(true), body: patch, media: string(patchType), as: as}
	obj, err := c.patch(ctx, kind, namespace, name, subresource, r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return obj, nil
}

// Patch changes an object and returns what it is now; of a Secret or ConfigMap
// only the metadata. The error wraps the server's APIStatus where it gave one;
// without one, whether the object was changed is not known.
func (c *Cluster) Patch(ctx context.Context, kind trace.Kind, namespace, name, subresource string,
	patchType types.PatchType, patch []byte,
) (*unstructured.Unstructured, error) {
	r := request{query: writeQuery(false), body: patch, media: string(patchType)}
	obj, err := c.patch(ctx, kind, namespace, name, subresource, r)
	if err != nil {
		return nil, fmt.Errorf("patching %s: %w", describePart(kind, namespace, name, subresource), err)
	}
	return obj, nil
}

func (c *Cluster) patch(ctx context.Context, kind trace.Kind, namespace, name, subresource string, r request) (*unstructured.Unstructured, error) {
	segments, err := pathOfPart(kind, namespace, name, subresource)
	if err != nil {
		return nil, err
	}
	r.method, r.path, r.accept = http.MethodPatch, segments, acceptOf(kind)
	raw, err := c.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	return decodeObject(kind, raw)
}

// describePart names an object, or a subresource of it, as a person would.
func describePart(kind trace.Kind, namespace, name, subresource string) string {
	what := trace.Describe(kind, namespace, name)
	if subresource != "" {
		what = "the " + subresource + " of " + what
	}
	return what
}
