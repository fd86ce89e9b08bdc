package unready

import (
	"context"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Scaler is what scales a workload by itself, and by what it keeps that at no pod.
type Scaler struct {
	Ref trace.Ref
	By  string
}

// KeptAtZero finds what keeps a workload scaled to zero, of whatever project: an object beside it whose scaleTargetRef names
// it, and which is told to go down to no pod, or is halted at that.
func KeptAtZero(ctx context.Context, w *sight.View, workload trace.Ref) (s Scaler, kept bool) {
	for i := range w.Kinds {
		k := &w.Kinds[i]
		if !k.Namespaced || !k.Listable || !strings.Contains(k.Kind, "Scal") || strings.HasPrefix(k.Kind, "Vertical") {
			continue
		}
		for _, obj := range w.Skim(ctx, k.Group, k.Kind, workload.Namespace).Objects {
			if by := downTo(obj); by != "" && targets(obj, workload) && obj.GetDeletionTimestamp() == nil {
				return Scaler{manifest.RefOf(k.Group, k.Kind, obj), by}, true
			}
		}
	}
	return s, false
}

// targets reports whether a scaler scales a workload.
func targets(obj *unstructured.Unstructured, workload trace.Ref) bool {
	name, _, _ := unstructured.NestedString(obj.Object, "spec", "scaleTargetRef", "name")
	kind, told, _ := unstructured.NestedString(obj.Object, "spec", "scaleTargetRef", "kind")
	return name == workload.Name && (kind == workload.Kind || !told && workload.Kind == "Deployment")
}

// downTo is what tells a scaler to have no pod run: an annotation that halts it there, or how few may run.
func downTo(obj *unstructured.Unstructured) string {
	annotations := obj.GetAnnotations()
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		_, name, _ := strings.Cut(key, "/")
		if value := annotations[key]; strings.Contains(name, "replica") && value == "0" {
			return "annotation " + phrase.OneLine(key) + " is 0"
		}
	}
	spec, _, _ := unstructured.NestedMap(obj.Object, "spec")
	for _, field := range slices.Sorted(maps.Keys(spec)) {
		if fewest, is := spec[field].(int64); is && fewest == 0 && strings.HasPrefix(field, "min") && strings.Contains(field, "eplica") {
			return "spec." + field + " is 0"
		}
	}
	return ""
}
