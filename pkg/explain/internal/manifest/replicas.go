package manifest

import "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

// ReplicasOf is how many pods a workload wants, and how many are ready.
func ReplicasOf(obj *unstructured.Unstructured) (wanted, ready int64) {
	if obj.GetKind() == "DaemonSet" {
		wanted, _, _ = unstructured.NestedInt64(obj.Object, "status", "desiredNumberScheduled")
	} else {
		var set bool
		if wanted, set, _ = unstructured.NestedInt64(obj.Object, "spec", "replicas"); !set {
			wanted = 1
		}
	}
	ready, _, _ = unstructured.NestedInt64(obj.Object, "status", ReadyField(obj.GetKind()))
	return wanted, ready
}

// ReadyField is the field of the status that counts the pods of a kind that are ready.
func ReadyField(kind string) string {
	if kind == "DaemonSet" {
		return "numberReady"
	}
	return "readyReplicas"
}

// Observed reports whether the status is that of the spec: whether its
// controller has seen the workload at all.
func Observed(obj *unstructured.Unstructured) bool {
	seen, _, _ := unstructured.NestedInt64(obj.Object, "status", "observedGeneration")
	return seen > 0 && seen >= obj.GetGeneration()
}
