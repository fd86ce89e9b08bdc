package manifest

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

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
		return ready > 0 && !suspended && !slices.ContainsFunc([]string{"Failed", "FailureTarget", "Complete"}, func(kind string) bool {
			return ConditionOf(obj, kind).Status == "True"
		})
	case "Pod":
		return Str(obj, "status", "phase") == "Running" && Ready(obj)
	}
	return false
}
