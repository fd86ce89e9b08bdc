package holder

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// mostWarnings bounds how many Warnings about the pods of a holder are told: one of
// each reason.
const mostWarnings = 3

// podWarnings tells the newest Warnings about the pods of a workload and about what
// makes them.
func podWarnings(ctx context.Context, w *sight.View, c *candidate, pods []*unstructured.Unstructured) (n hearing.Notes) {
	ofPods := func(e *sight.Event) bool {
		return e.About.Kind == "Pod" && slices.ContainsFunc(pods, func(pod *unstructured.Unstructured) bool { return pod.GetName() == e.About.Name })
	}
	makes := makesPods(c)
	told := map[string]bool{}
	for _, e := range w.Warnings(ctx, c.ref.Namespace, func(e *sight.Event) bool { return ofPods(e) || makes(e) }) {
		if told[e.Reason] || len(told) >= mostWarnings || e.Message == "" {
			continue
		}
		told[e.Reason] = true
		e.Message = redact.Text(e.Message)
		n.Quote("event "+e.Reason+phrase.Prefixed(" of ", e.Component)+" about "+e.About.Kind+" "+e.About.Name, e.Message+warned(w, e), e.Message)
	}
	return n
}

// makesPods tells the events about a workload and about the ReplicaSets of a Deployment.
func makesPods(c *candidate) func(*sight.Event) bool {
	return func(e *sight.Event) bool {
		return e.About.Kind == c.ref.Kind && e.About.Name == c.ref.Name ||
			c.ref.Kind == "Deployment" && e.About.Kind == "ReplicaSet" && strings.HasPrefix(e.About.Name, c.ref.Name+"-") && !strings.Contains(strings.TrimPrefix(e.About.Name, c.ref.Name+"-"), "-")
	}
}

// warned says how often and when.
func warned(w *sight.View, e sight.Event) string {
	if e.Last.IsZero() {
		return ""
	}
	if e.Count > 1 {
		return fmt.Sprintf(" (%d times, last %s)", e.Count, w.Clock.When(e.Last))
	}
	return " (" + w.Clock.When(e.Last) + ")"
}
