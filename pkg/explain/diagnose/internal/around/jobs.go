package around

import (
	"context"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// jobsFor are the Jobs that were made in the namespace of the object since it was asked
// to go, and that belong to it or are named after it.
func jobsFor(ctx context.Context, h *hearing.Case) []Object {
	if h.Node.Namespace == "" {
		return nil
	}
	var out []Object
	for _, job := range h.View.Skim(ctx, "batch", "Job", h.Node.Namespace).Objects {
		if job.GetCreationTimestamp().UTC().Before(h.AskedAt()) {
			continue
		}
		at := manifest.RefOf("batch", "Job", job)
		owners := job.GetOwnerReferences()
		if slices.ContainsFunc(owners, func(o metav1.OwnerReference) bool { return string(o.UID) == h.Node.UID }) {
			out = append(out, Object{Ref: at, How: "belongs to it", ForIt: true})
		} else if hook, named := namedAfter(h, job); named && len(owners) == 0 {
			out = append(out, Object{Ref: at, How: "runs for it", ForIt: hook})
		}
	}
	return out
}

// namedAfter reports whether an object is named after the one, or marked with its name,
// and whether it is marked as a hook.
func namedAfter(h *hearing.Case, obj *unstructured.Unstructured) (hook, named bool) {
	named = strings.HasPrefix(obj.GetName(), h.Node.Name+"-")
	for _, marks := range []map[string]string{obj.GetAnnotations(), obj.GetLabels()} {
		for key, value := range marks {
			_, name, _ := strings.Cut(key, "/")
			hook = hook || strings.Contains(strings.ToLower(name), "hook")
			named = named || value == h.Node.Name || strings.HasPrefix(value, h.Node.Name+":")
		}
	}
	return hook, named
}
