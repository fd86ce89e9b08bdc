package manifest

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// UnreachableTaint marks a node that is not heard of.
const UnreachableTaint = "node.kubernetes.io/unreachable"

// OutOfServiceTaint marks a node that a person has given up.
const OutOfServiceTaint = "node.kubernetes.io/out-of-service"

// TaintOf finds a taint of a node, and when it was set.
func TaintOf(node *unstructured.Unstructured, key string) (time.Time, bool) {
	taints, _, _ := unstructured.NestedSlice(node.Object, "spec", "taints")
	for _, item := range taints {
		taint, _ := item.(map[string]any)
		if taint["key"] == key {
			text, _, _ := unstructured.NestedString(taint, "timeAdded")
			return FirstTime(text), true
		}
	}
	return time.Time{}, false
}
