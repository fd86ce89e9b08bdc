package document

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Ref names an object.
type Ref struct {
	Group     string `json:"group"`
	Kind      string `json:"kind"`
	Resource  string `json:"resource,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
}

func refOf(r trace.Ref, resource string) Ref {
	return Ref{Group: r.Group, Kind: r.Kind, Resource: resource, Namespace: r.Namespace, Name: r.Name}
}

// optionalRef is nil for what names nothing.
func optionalRef(r trace.Ref, resource string) *Ref {
	if r.Name == "" {
		return nil
	}
	ref := refOf(r, resource)
	return &ref
}
