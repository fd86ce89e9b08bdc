package budget

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestDrained knows which pods Karpenter leaves on a node that goes.
func TestDrained(t *testing.T) {
	tolerating := func(fields map[string]any) map[string]any {
		return map[string]any{"spec": map[string]any{"tolerations": []any{fields}}}
	}
	mirrored := map[string]any{"metadata": map[string]any{"ownerReferences": []any{map[string]any{"apiVersion": "v1", "kind": "Node", "name": "n1", "uid": "1"}}}}
	for name, tt := range map[string]struct {
		pod  map[string]any
		want bool
	}{
		"any":            {map[string]any{}, true},
		"of the node":    {mirrored, false},
		"tolerates it":   {tolerating(map[string]any{"key": "karpenter.sh/disrupted", "operator": "Exists"}), false},
		"tolerates all":  {tolerating(map[string]any{"operator": "Exists"}), false},
		"without a word": {tolerating(map[string]any{"key": "karpenter.sh/disrupted", "effect": "NoSchedule"}), false},
		"another taint":  {tolerating(map[string]any{"key": "node.kubernetes.io/not-ready", "operator": "Exists"}), true},
		"another effect": {tolerating(map[string]any{"operator": "Exists", "effect": "NoExecute"}), true},
		"another value":  {tolerating(map[string]any{"key": "karpenter.sh/disrupted", "value": "x"}), true},
	} {
		if got := drained(&unstructured.Unstructured{Object: tt.pod}); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
