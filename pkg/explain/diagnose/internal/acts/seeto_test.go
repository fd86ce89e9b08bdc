package acts

import (
	"context"
	"slices"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// serving serves kinds and nothing else.
type serving struct {
	explain.Reader
	kinds []trace.Kind
}

func (s serving) Kinds(context.Context) ([]trace.Kind, []trace.Problem, error) {
	return s.kinds, nil, nil
}

// What is waited for is called as the server calls it.
func TestSeeTo(t *testing.T) {
	served := serving{kinds: []trace.Kind{
		{Version: "v1", Kind: "Endpoints", Resource: "endpoints", Singular: "endpoints", Namespaced: true, Listable: true},
		{Group: "acme.io", Version: "v1", Kind: "Medium", Resource: "media", Singular: "medium", Namespaced: true, Listable: true},
	}}
	view, err := sight.New(t.Context(), served, nil, trace.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	h := &hearing.Case{View: view, Kind: trace.Kind{Kind: "Gear"}, Node: &trace.Node{Ref: trace.Ref{Kind: "Gear", Namespace: "shop", Name: "g-1"}}}
	for words, want := range map[string][]string{
		`waiting for Endpoints "web" to be deleted`: {"kubectl", "get", "endpoints/web", "-n", "shop", "-o", "yaml"},
		`waiting for Medium "m-1" to be deleted`:    {"kubectl", "get", "media.acme.io/m-1", "-n", "shop", "-o", "yaml"},
	} {
		steps := SeeTo(t.Context(), h, words).Steps
		if len(steps) != 1 || !slices.Equal(steps[0].Command, want) {
			t.Errorf("%s: %+v", words, steps)
		}
	}
}
