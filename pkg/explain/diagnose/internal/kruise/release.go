package kruise

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// tellRelease says which image runs, and with which feature gates.
func tellRelease(obj *unstructured.Unstructured, ref trace.Ref) (n hearing.Notes) {
	for _, container := range manifest.ContainersOf(obj) {
		if image, _ := container["image"].(string); image != "" {
			n.Fact(sight.Where(ref)+": .spec.template.spec.containers[].image", "runs "+image)
		}
		for _, field := range []string{"command", "args"} {
			words, _, _ := unstructured.NestedStringSlice(container, field)
			for _, gates := range gatesIn(words) {
				n.Fact(sight.Where(ref)+": .spec.template.spec.containers[]."+field, "is started with "+gates)
			}
		}
	}
	return n
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
