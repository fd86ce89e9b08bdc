package remove

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Writer is the API server as a removal needs it. An error wraps an APIStatus
// where the server answered; without one, whether a write was done is not known.
// An implementation is safe for concurrent use.
type Writer interface {
	// Get reads an object as it is now. The data of Secrets and ConfigMaps is not
	// in it.
	Get(ctx context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error)
	// Versions are the kinds under which the server serves the same resource now,
	// in all versions of its group; none where it serves it no more.
	Versions(ctx context.Context, kind trace.Kind) ([]trace.Kind, error)
	// Manifest reads it with everything.
	Manifest(ctx context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error)
	Allowed(ctx context.Context, who explain.Subject, what []explain.Access) ([]explain.Decision, error)
	DryRun(ctx context.Context, kind trace.Kind, namespace, name, subresource string,
		patchType types.PatchType, patch []byte, as explain.Subject) (*unstructured.Unstructured, error)
	Patch(ctx context.Context, kind trace.Kind, namespace, name, subresource string,
		patchType types.PatchType, patch []byte) (*unstructured.Unstructured, error)
	// Finalize replaces the spec.finalizers of a namespace.
	Finalize(ctx context.Context, name string, obj *unstructured.Unstructured, dryRun bool) (*unstructured.Unstructured, error)
	// Delete asks an object to go, if it still has the UID and resourceVersion.
	Delete(ctx context.Context, kind trace.Kind, namespace, name, uid, resourceVersion string, dryRun bool) error
	CreateEvent(ctx context.Context, namespace string, event *unstructured.Unstructured) error
}
