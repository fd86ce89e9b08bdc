package rules

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// noRunner is what the expressions know of a holder of which nothing is in sight.
func noRunner() map[string]any {
	return map[string]any{"name": "", "namespace": "", "workload": "", "release": "", "health": ""}
}

// seeRunner tells the expressions what runs the holder, and of which release it
// is: what an old finalizer needs may be gone from a later one. Of one that is only
// possible there is but the name: another one may run as well, of another release.
func (s *situation) seeRunner(ctx context.Context) {
	runner := noRunner()
	s.variables["runner"] = runner
	holder := s.h.Holder
	at, sure := holder.Workload, holder.Confidence == explain.Certain || holder.Confidence == explain.Likely
	if at.Name != "" && !sure {
		runner["name"] = sight.Where(at)
		return
	}
	if s.h.Wellbeing.Verdict != explain.Unknown { // what only seems not to run may do so
		runner["health"] = string(s.h.Health)
	}
	if at.Name == "" {
		return
	}
	runner["name"], runner["namespace"], runner["workload"] = sight.Where(at), at.Namespace, sight.Short(at)
	obj := s.h.View.Look(ctx, at).Object
	if obj == nil {
		return
	}
	images, source := imagesOf(ctx, s.h.View, obj, at, holder.Name)
	for _, image := range images {
		s.notes = append(s.notes, explain.Evidence{Fact: "runs " + image, Source: source})
	}
	if len(images) == 1 {
		runner["release"] = manifest.ReleaseOf(images[0])
	}
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
