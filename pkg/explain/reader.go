package explain

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Reader is what a diagnosis reads a cluster with, beyond the graph. An
// implementation is safe for concurrent use.
type Reader interface {
	trace.Reader

	// Allowed asks the API server what the subject may do; the answers have the
	// order of the questions. An error means that the server does not tell,
	// which is not a no.
	Allowed(ctx context.Context, who Subject, what []Access) ([]Decision, error)

	// DryRun sends a patch that the server validates and admits and does not
	// store, in the name of the subject. Its error is the server's refusal and
	// wraps an APIStatus where the server gave one.
	DryRun(ctx context.Context, kind trace.Kind, namespace, name, subresource string,
		patchType types.PatchType, patch []byte, as Subject) (*unstructured.Unstructured, error)
}

// Subject is who does something. The zero value is the person who asks.
type Subject struct {
	User   string
	Groups []string
}

// Access is something that can be done to objects of a kind. An empty name
// means all of them, an empty namespace all namespaces or a cluster-scoped
// kind.
type Access struct {
	Verb        string
	Group       string
	Resource    string
	Subresource string
	Namespace   string
	Name        string
}

// Decision is the answer to an Access.
type Decision struct {
	Allowed bool
	// Reason is the authorizer's own words, often empty.
	Reason string
}
