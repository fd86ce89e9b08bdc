package kube

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
)

// TestBalanced presumes no finalizer of the cloud's controller where another one serves.
func TestBalanced(t *testing.T) {
	for name, tt := range map[string]struct {
		spec map[string]any
		want bool
	}{
		"a load balancer": {map[string]any{"type": "LoadBalancer"}, true},
		"of a class":      {map[string]any{"type": "LoadBalancer", "loadBalancerClass": "gears.acme.test/nlb"}, false},
	} {
		h := &hearing.Case{Object: &unstructured.Unstructured{Object: map[string]any{"spec": tt.spec}}}
		if got := balanced(t.Context(), h); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
