package holder

import (
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
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
