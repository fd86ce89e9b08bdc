package holder

import (
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestListenedTo hears the leader first, then what is on the node that it is about, what is ready,
// the youngest, and four at most.
func TestListenedTo(t *testing.T) {
	pod := func(name, node, created string, ready bool) *unstructured.Unstructured {
		status := map[bool]string{true: "True", false: "False"}[ready]
		return &unstructured.Unstructured{Object: map[string]any{
			"metadata": map[string]any{"name": name, "creationTimestamp": created},
			"spec":     map[string]any{"nodeName": node},
			"status":   map[string]any{"conditions": []any{map[string]any{"type": "Ready", "status": status}}},
		}}
	}
	const early, late = "2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z"
	pods := []*unstructured.Unstructured{
		pod("old", "n1", early, true), pod("starting", "n1", late, false), pod("young", "n1", late, true),
		pod("leader", "n1", early, false), pod("beside", "n2", early, false), pod("last", "n3", early, false),
	}
	for _, tt := range []struct {
		leaders map[string]bool
		node    string
		want    []string
	}{
		{map[string]bool{"leader": true}, "", []string{"leader", "young", "old", "starting"}},
		{nil, "n2", []string{"beside", "young", "old", "starting"}},
		{nil, "", []string{"young", "old", "starting", "leader"}},
	} {
		var got []string
		for _, p := range listenedTo(slices.Clone(pods), tt.leaders, tt.node) {
			got = append(got, p.GetName())
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("leaders %v, node %q: %q, want %q", tt.leaders, tt.node, got, tt.want)
		}
	}
}
