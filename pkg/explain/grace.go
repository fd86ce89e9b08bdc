package explain

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// graceRuns is a stage for an object that still has the time it was given. That
// of a pod is the kubelet's; any API may give some.
func graceRuns(ctx context.Context, h *hearing) bool {
	if h.node.State != trace.Grace || h.node.Since.IsZero() {
		return false
	}
	after := ""
	if n := len(h.node.Finalizers); n > 0 {
		names := make([]string, n)
		for i, f := range h.node.Finalizers {
			names[i] = f.Name
		}
		after = "; after that " + naming(names) + " still " + verb(n, "holds", "hold") + " it"
	}
	left := h.ahead(h.node.Since)
	if h.isPod() && h.obj != nil {
		h.kubeletHolds(ctx)
		h.describeStop()
		if health := h.hold.Health; health == Missing || health == NotReady {
			after = "; but the node is not well, so that nobody may stop it" + after
		}
		return h.decide(InGrace, GraceRuns, fmt.Sprintf("has %s left of its grace period of %s to stop%s%s", left, h.graceOf(), h.onNode(), after))
	}
	return h.decide(InGrace, GraceRuns, "has "+left+" left of its grace period"+after)
}

// describeStop adds what the kubelet does during the grace period.
func (h *hearing) describeStop() {
	containers, _, _ := unstructured.NestedSlice(h.obj.Object, "spec", "containers")
	for _, item := range containers {
		c, _ := item.(map[string]any)
		name, _, _ := unstructured.NestedString(c, "name")
		if _, hook, _ := unstructured.NestedMap(c, "lifecycle", "preStop"); hook {
			h.fact(h.name()+": .spec.containers", "container "+name+" has a preStop hook, which runs within the grace period")
		}
	}
	if running := h.runningContainers(); len(running) > 0 {
		h.fact(h.name()+": .status.containerStatuses", "still running: "+naming(running))
	}
}

// graceOf is the whole grace period.
func (h *hearing) graceOf() string {
	seconds, _ := h.graceSeconds()
	return fmt.Sprintf("%ds", seconds)
}

// graceSeconds is the grace period that the deletion was given.
func (h *hearing) graceSeconds() (seconds int64, given bool) {
	if p := h.obj.GetDeletionGracePeriodSeconds(); p != nil {
		return *p, true
	}
	return 0, false
}
