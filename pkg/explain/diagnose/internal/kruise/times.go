package kruise

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// stateAt is the annotation in which OpenKruise says since when a pod is in its state.
const stateAt = "lifecycle.apps.kruise.io/timestamp"

// times says for how long a pod is in its state of OpenKruise's lifecycle, when it got what it has
// to have before it counts as Normal, or later, and when OpenKruise last looked at its owner; the checks
// know these as vars, each empty where nothing tells.
func (q *Question) times(vars map[string]any) {
	if q.Other.Group != group {
		return
	}
	pod := q.Case.Object
	state := pod.GetAnnotations()[stateAt]
	vars["ago"] = ""
	if at := manifest.FirstTime(state); !at.IsZero() {
		vars["ago"] = q.Case.View.Clock.Age(at)
	}
	labels, _, _ := unstructured.NestedStringMap(q.OtherObject, "spec", "lifecycle", "preNormal", "labelsHandler")
	times := []string{state}
	for _, f := range q.finalizersOf("preNormal") {
		times = append(times, setAt(pod, "metadata.finalizers["+f+"]"))
	}
	for k := range labels {
		times = append(times, setAt(pod, "metadata.labels["+k+"]"))
	}
	vars["times"] = times
	vars["observed"] = setAt(&unstructured.Unstructured{Object: q.OtherObject}, "status.observedGeneration")
}

// setAt is when whoever owns a field wrote last, empty where nothing tells.
func setAt(obj *unstructured.Unstructured, path string) string {
	at := manifest.SetAt(obj, path)
	if at.IsZero() {
		return ""
	}
	return at.Format(time.RFC3339)
}
