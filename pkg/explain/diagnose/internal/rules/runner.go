package rules

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// tell makes a part of the evidence how the runner is where that matters, and
// which release it is where that may explain the case.
func tell(r *holder.Runner, reason explain.Reason) (n hearing.Notes) {
	n.Evidence = append(n.Evidence, r.Evidence...)
	if reason == explain.LifecycleStalled || r.Wellbeing.Reason != "" {
		n.Evidence = append(n.Evidence, r.Wellbeing.Evidence...)
	}
	if reason == explain.LifecycleStalled && r.Object != nil {
		n.Join(tellRelease(r.Object, r.Holder.Workload))
	}
	return n
}

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
