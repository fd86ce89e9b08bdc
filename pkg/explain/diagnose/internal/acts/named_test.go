package acts

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Of a text that names very many objects none is looked at: which one is meant is not told.
func TestNamedMany(t *testing.T) {
	served := serving{kinds: []trace.Kind{{Group: "acme.io", Version: "v1", Kind: "Gear", Resource: "gears", Singular: "gear", Namespaced: true, Listable: true}}}
	view, err := sight.New(t.Context(), served, nil, trace.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for i := range MostNamed + 1 {
		words = append(words, fmt.Sprintf("the belt slips on Gear shop/g-%d", i))
	}
	h := &hearing.Case{View: view, Kind: trace.Kind{Kind: "Belt"}, Node: &trace.Node{Ref: trace.Ref{Kind: "Belt", Namespace: "shop", Name: "b-1"}}}
	defer func() {
		if recover() != nil {
			t.Error("it was looked up") // there is nobody to ask
		}
	}()
	if at, one := Named(t.Context(), h, strings.Join(words, "; ")); one {
		t.Error(at)
	}
}
