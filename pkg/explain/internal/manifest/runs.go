package manifest

import "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

// Runs reports whether a Job or a pod is at work: a pod of it is ready, and it has neither ended
// nor failed.
func Runs(obj *unstructured.Unstructured) bool {
	if obj == nil {
		return false
	}
	switch obj.GroupVersionKind().GroupKind().String() {
	case "Job.batch":
		ready, _, _ := unstructured.NestedInt64(obj.Object, "status", "ready")
		suspended, _, _ := unstructured.NestedBool(obj.Object, "spec", "suspend")
		return ready > 0 && !suspended && !isTrue(obj, "Failed", "FailureTarget", "Complete")
	case "Pod":
		return Str(obj, "status", "phase") == "Running" && isTrue(obj, "Ready")
	}
	return false
}

// isTrue reports whether one of these conditions is.
func isTrue(obj *unstructured.Unstructured, kinds ...string) bool {
	for _, c := range ConditionsOf(obj.Object) {
		for _, kind := range kinds {
			if c.Kind == kind && c.Status == "True" {
				return true
			}
		}
	}
	return false
}
