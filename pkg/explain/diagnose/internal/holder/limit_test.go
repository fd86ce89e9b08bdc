package holder

import (
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// TestWatchedNamespaces holds that the catalogue says whether --namespace is what a controller
// watches, and not what its project is called.
func TestWatchedNamespaces(t *testing.T) {
	workload := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"template": map[string]any{"spec": map[string]any{
		"containers": []any{map[string]any{"name": "manager", "args": []any{"--namespace=gears"}}},
	}}}}}
	for flag, want := range map[string][]string{"": nil, "namespace": {"gears"}} {
		if got := watchedNamespaces(&catalogue.Component{WatchFlag: flag}, workload); !slices.Equal(got, want) {
			t.Errorf("with the flag %q it watches %q, want %q", flag, got, want)
		}
	}
}

// TestComponentOf holds that a holder of another project than the entry of the finalizer is asked
// about its own flags.
func TestComponentOf(t *testing.T) {
	known, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := &hearing.Case{View: &sight.View{Catalogue: known}}
	h.Entry.Project, h.Entry.Component, h.Entry.Controller.WatchFlag = "Acme", "gears", "own"
	for want, holder := range map[string]explain.Holder{
		"own":       {Project: "Acme", Component: "gears"},
		"namespace": {Project: "Cluster API Azure (CAPZ)", Component: "cluster-api azure"},
		"":          {Project: "Zorg", Component: "gears"},
	} {
		h.Holder = holder
		if got := h.Component().WatchFlag; got != want {
			t.Errorf("%s of %s watches --%s, want --%s", holder.Component, holder.Project, got, want)
		}
	}
}
