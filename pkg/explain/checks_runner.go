package explain

import (
	"context"
	"slices"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/version"

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
	holder := s.h.hold.Holder
	at, sure := holder.Workload, holder.Confidence == Certain || holder.Confidence == Likely
	if at.Name != "" && !sure {
		runner["name"] = where(at)
		return
	}
	if s.h.fares.verdict != Unknown { // what only seems not to run may do so
		runner["health"] = string(s.h.hold.Health)
	}
	if at.Name == "" {
		return
	}
	runner["name"], runner["namespace"], runner["workload"] = where(at), at.Namespace, short(at)
	obj := s.h.look(ctx, at).obj
	if obj == nil {
		return
	}
	images, source := s.h.imagesOf(ctx, obj, at, holder.Name)
	for _, image := range images {
		s.notes = append(s.notes, Evidence{Fact: "runs " + image, Source: source})
	}
	if len(images) == 1 {
		runner["release"] = releaseOf(images[0])
	}
}

// imagesOf returns the images of a holder's program, each once: those of its
// pods, or where there is none to be seen, those that the next one would have.
func (w *world) imagesOf(ctx context.Context, workload *unstructured.Unstructured, at trace.Ref, name string) (images []string, source string) {
	template, _, _ := unstructured.NestedSlice(workload.Object, "spec", "template", "spec", "containers")
	images, source = programsIn(template, name), where(at)+": .spec.template.spec.containers[].image"
	pods, _ := w.podsOf(ctx, workload)
	var running []string
	for _, pod := range pods {
		containers, _, _ := unstructured.NestedSlice(pod.Object, "spec", "containers")
		running = append(running, programsIn(containers, name)...)
	}
	if len(running) > 0 {
		images, source = running, "pods of "+where(at)+": .spec.containers[].image"
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
		if called, _ := container["name"].(string); called == name || repositoryOf(image) == name {
			named = append(named, image)
		}
	}
	if len(all) == 1 {
		return all
	}
	return named
}

// repositoryOf is the last word of an image's name, without tag and digest.
func repositoryOf(image string) string {
	image, _, _ = strings.Cut(image, "@")
	image = image[strings.LastIndex(image, "/")+1:]
	name, _, _ := strings.Cut(image, ":")
	return name
}

// releaseOf is an image's tag where that is a version, else empty: of a digest
// or of "latest" nobody can tell.
func releaseOf(image string) string {
	image, _, _ = strings.Cut(image, "@")
	_, tag, _ := strings.Cut(image[strings.LastIndex(image, "/")+1:], ":")
	if _, err := version.ParseSemantic(tag); err != nil {
		return ""
	}
	return tag
}

// beforeFunction is the CEL function before: whether both are versions and the
// first is the earlier one.
func beforeFunction(one, other ref.Val) ref.Val {
	a, isText := one.(types.String)
	b, alsoText := other.(types.String)
	if !isText || !alsoText {
		return types.MaybeNoSuchOverloadErr(one)
	}
	first, err := version.ParseSemantic(string(a))
	if err != nil {
		return types.False
	}
	second, err := version.ParseSemantic(string(b))
	return types.Bool(err == nil && first.LessThan(second))
}
