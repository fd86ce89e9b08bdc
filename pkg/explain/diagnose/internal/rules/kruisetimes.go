package rules

import (
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// kruiseStateAt is the annotation in which OpenKruise says since when a pod is in its state.
const kruiseStateAt = "lifecycle.apps.kruise.io/timestamp"

// timesOfKruise says for how long a pod is in its state of OpenKruise's lifecycle, when it got what it has
// to have before it counts as Normal, or later, and when OpenKruise last looked at its owner; the checks
// know these as vars, each empty where nothing tells.
func (s *situation) timesOfKruise(vars map[string]any) {
	if s.Project != "OpenKruise" || s.h.Object == nil {
		return
	}
	other, _ := s.variables["other"].(map[string]any)
	owner := &unstructured.Unstructured{Object: other}
	state := s.h.Object.GetAnnotations()[kruiseStateAt]
	at, err := time.Parse(time.RFC3339, state)
	vars["ago"] = ""
	if err == nil {
		vars["ago"] = duration.HumanDuration(max(s.h.View.Clock.At.Sub(at), 0))
	}
	finalizers, _, _ := unstructured.NestedStringSlice(other, "spec", "lifecycle", "preNormal", "finalizersHandler")
	labels, _, _ := unstructured.NestedStringMap(other, "spec", "lifecycle", "preNormal", "labelsHandler")
	times := []string{state}
	for _, f := range finalizers {
		times = append(times, setAt(s.h.Object, "metadata.finalizers["+f+"]"))
	}
	for _, k := range slices.Sorted(maps.Keys(labels)) {
		times = append(times, setAt(s.h.Object, "metadata.labels["+k+"]"))
	}
	vars["times"] = times
	vars["observed"] = setAt(owner, "status.observedGeneration")
}

// setAt is when whoever owns a field wrote last, empty where nothing tells.
func setAt(obj *unstructured.Unstructured, path string) string {
	at := manifest.SetAt(obj, path)
	if at.IsZero() {
		return ""
	}
	return at.Format(time.RFC3339)
}
