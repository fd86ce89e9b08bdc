package rules

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// running is what runs the holder, and of which release it is: what an old finalizer
// needs may be gone from a later one. Of one that is only possible there is but the
// name: another one may run as well, of another release.
type running struct {
	name     string
	workload trace.Ref
	health   explain.Health
	release  string
	images   []explain.Evidence
}

func runningOf(ctx context.Context, h *hearing.Case) (r running) {
	at, sure := h.Holder.Workload, h.Holder.Sure()
	if at.Name != "" && !sure {
		return running{name: sight.Where(at)}
	}
	if h.Wellbeing.Verdict != explain.Undecided { // what only seems not to run may do so
		r.health = h.Health
	}
	if at.Name == "" {
		return r
	}
	r.name, r.workload = sight.Where(at), at
	obj := h.View.Look(ctx, at).Object
	if obj == nil {
		return r
	}
	images, source := imagesOf(ctx, h.View, obj, at, h.Holder.Name)
	for _, image := range images {
		r.images = append(r.images, explain.Evidence{Fact: "runs " + image, Source: source})
	}
	if len(images) == 1 {
		r.release = manifest.ReleaseOf(images[0])
	}
	return r
}

// imagesOf returns the images of a holder's program, each once: those of its
// pods, or where there is none to be seen, those that the next one would have.
func imagesOf(ctx context.Context, w *sight.View, workload *unstructured.Unstructured, at trace.Ref, name string) (images []string, source string) {
	template, _, _ := unstructured.NestedSlice(workload.Object, "spec", "template", "spec", "containers")
	images, source = programsIn(template, name), sight.Where(at)+": .spec.template.spec.containers[].image"
	pods, _ := holder.PodsOf(ctx, w, workload)
	var running []string
	for _, pod := range pods {
		containers, _, _ := unstructured.NestedSlice(pod.Object, "spec", "containers")
		running = append(running, programsIn(containers, name)...)
	}
	if len(running) > 0 {
		images, source = running, "pods of "+sight.Where(at)+": .spec.containers[].image"
	}
	slices.Sort(images)
	return slices.Compact(images), source
}

// programsIn returns the images of the containers that are named like the
// holder. Of a single container no name is asked.
func programsIn(containers []any, name string) []string {
	var named, all []string
	for _, c := range containers {
		container, _ := c.(map[string]any)
		image, _ := container["image"].(string)
		if image == "" {
			continue
		}
		all = append(all, image)
		if called, _ := container["name"].(string); called == name || manifest.RepositoryOf(image) == name {
			named = append(named, image)
		}
	}
	if len(all) == 1 {
		return all
	}
	return named
}
