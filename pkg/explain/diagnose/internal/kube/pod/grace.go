package pod

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// GraceRuns is a rung for an object that still has the time it was given. That
// of a pod is the kubelet's; any API may give some.
func GraceRuns(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Node.State != trace.Grace || h.Node.Since.IsZero() {
		return f
	}
	after := ""
	if n := len(h.Node.Finalizers); n > 0 {
		names := make([]string, n)
		for i, f := range h.Node.Finalizers {
			names[i] = f.Name
		}
		after = "; after that " + phrase.Names(names) + " still " + phrase.Plural(n, "holds", "hold") + " it"
	}
	left := duration.HumanDuration(max(h.Node.Since.Sub(h.View.Clock.At), 0))
	if h.Kind.IsPod() && h.Object != nil {
		f.Actor = kubeletOf(ctx, h)
		f.Join(describeStop(h))
		if health := f.Actor.Health; health == explain.Missing || health == explain.NotReady {
			after = "; but the node is not well, so that nobody may stop it" + after
		}
		return f.Decide(explain.InGrace, explain.GraceRuns, fmt.Sprintf("has %s left of its grace period of %s to stop%s%s", left, graceOf(h), onNode(h), after))
	}
	return f.Decide(explain.InGrace, explain.GraceRuns, "has "+left+" left of its grace period"+after)
}

// Past tells of a pod that only finalizers hold any more: its containers have ended, or nothing was copied of them and its
// node. To a grace period of 0 a pod gets by its kubelet, once that is through with it, and by force.
func Past(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if !h.Kind.IsPod() || h.Object == nil || h.Node.State != trace.Deleting || h.Finalizer == "" || h.Finalizer == explain.NotCopied {
		return n
	}
	bare := h.Object.Object["status"] == nil && h.Object.Object["spec"] == nil
	if seconds, given := graceSeconds(h); given && seconds == 0 && (bare || h.PodEnded() != "") {
		fact := "its grace period is 0 by now: unless it was deleted by force, its kubelet is through with it, and only who takes the finalizer off has to act"
		n.Add(explain.Evidence{Kind: explain.Awaited, Source: h.Name() + ": .metadata.deletionGracePeriodSeconds", Fact: fact})
	}
	return n
}

// describeStop adds what the kubelet does during the grace period.
func describeStop(h *hearing.Case) (n hearing.Notes) {
	containers, _, _ := unstructured.NestedSlice(h.Object.Object, "spec", "containers")
	for _, item := range containers {
		c, _ := item.(map[string]any)
		name, _, _ := unstructured.NestedString(c, "name")
		if _, hook, _ := unstructured.NestedMap(c, "lifecycle", "preStop"); hook {
			n.Fact(h.Name()+": .spec.containers", "container "+name+" has a preStop hook, which runs within the grace period")
		}
	}
	if running := runningContainers(h); len(running) > 0 {
		n.Fact(h.Name()+": .status.containerStatuses", "still running: "+phrase.Names(running))
	}
	return n
}

// graceOf is the whole grace period.
func graceOf(h *hearing.Case) string {
	seconds, _ := graceSeconds(h)
	return fmt.Sprintf("%ds", seconds)
}

// graceSeconds is the grace period that the deletion was given.
func graceSeconds(h *hearing.Case) (seconds int64, given bool) {
	if p := h.Object.GetDeletionGracePeriodSeconds(); p != nil {
		return *p, true
	}
	return 0, false
}
