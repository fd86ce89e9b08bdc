package holder

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/unready"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Trouble is what is the matter with the pods of an object, or with the object where it
// is a pod: with the name of the pod, and empty where nothing is.
func Trouble(ctx context.Context, w *sight.View, kind trace.Kind, obj *unstructured.Unstructured) string {
	pods := []*unstructured.Unstructured{obj}
	if !kind.IsPod() {
		if _, runs, _ := unstructured.NestedMap(obj.Object, "spec", "template"); !runs {
			return ""
		}
		pods, _ = PodsOf(ctx, w, obj)
	}
	pods = slices.DeleteFunc(slices.Clone(pods), func(pod *unstructured.Unstructured) bool {
		return manifest.Str(pod, "status", "phase") == "Succeeded" || pod.GetDeletionTimestamp() != nil
	})
	worst := unready.Worst(ctx, w, pods, manifest.RefOf(kind.Group, kind.Kind, obj))
	if worst == nil || !worst.Lasting && worst.Vague {
		return ""
	}
	return "pod " + worst.Pod.Name + " " + worst.What
}
