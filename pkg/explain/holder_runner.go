package explain

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// nameRunner names who has to move on an object that nothing holds: the first
// workload of the project that is where the catalogue says. Which release it is,
// and which gates are on, often tells why it does not.
func (h *hearing) nameRunner(ctx context.Context, project string) {
	for _, c := range h.catalogue.componentsOf(project) {
		for _, namespace := range c.Namespaces {
			for _, documented := range c.Workloads {
				kind, name, _ := strings.Cut(documented, "/")
				if !slices.Contains(workloadKinds, kind) || strings.Contains(namespace+name, "*") {
					continue
				}
				ref := trace.Ref{Group: "apps", Kind: kind, Namespace: namespace, Name: name}
				if obj := h.look(ctx, ref).obj; obj != nil {
					h.hold.Holder = Holder{Name: c.Name, Project: project, Workload: ref, Account: accountOf(obj), Confidence: Likely}
					f := h.wellbeing.get(ref, func() fares { return h.workloadFares(ctx, &candidate{ref: ref, title: c.Name}) })
					h.hold.Health = f.health
					h.hold.Evidence = append(h.hold.Evidence, f.evidence...)
					h.tellRelease(obj, ref)
					return
				}
			}
		}
	}
}

// tellRelease says which image runs, and with which feature gates.
func (h *hearing) tellRelease(obj *unstructured.Unstructured, ref trace.Ref) {
	containers, _, _ := unstructured.NestedSlice(obj.Object, "spec", "template", "spec", "containers")
	for _, c := range containers {
		container, _ := c.(map[string]any)
		if image, _ := container["image"].(string); image != "" {
			h.fact(where(ref)+": .spec.template.spec.containers[].image", "runs "+image)
		}
		for _, field := range []string{"command", "args"} {
			words, _, _ := unstructured.NestedStringSlice(container, field)
			for _, gates := range gatesIn(words) {
				h.fact(where(ref)+": .spec.template.spec.containers[]."+field, "is started with "+gates)
			}
		}
	}
}

// gatesIn finds the flag for feature gates, which is one word or two.
func gatesIn(words []string) []string {
	var out []string
	for i, word := range words {
		name, _, joined := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case name != "feature-gates":
		case joined:
			out = append(out, word)
		case i+1 < len(words):
			out = append(out, word+" "+words[i+1])
		}
	}
	return out
}

// componentsOf are the components of a project that has finalizers.
func (c *Catalogue) componentsOf(project string) []Component {
	for _, p := range c.projects {
		if p.Project == project {
			return p.Components
		}
	}
	return nil
}
