package explain

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// propagation warns of what another delete would change, and tells where one
// seems to have changed it already. It decides nothing: what was asked for
// first is stored nowhere.
func propagation(_ context.Context, h *hearing) bool {
	if h.obj == nil || !going(h.node.State) {
		return false
	}
	if h.hold.Finalizer != metav1.FinalizerDeleteDependents && slices.Contains(h.obj.GetFinalizers(), metav1.FinalizerDeleteDependents) {
		h.warn("do not delete it again without --cascade=foreground: a plain delete drops foregroundDeletion, and what it waits for is left behind")
	}
	for _, e := range h.ownerFaults() {
		if !e.Block || e.Fault != trace.TargetGone && e.Fault != trace.TargetRecreated {
			continue
		}
		owner := h.nameOf(h.graph.Nodes[e.From].Ref)
		h.hint(h.name()+": .metadata.ownerReferences", "its owner "+owner+" is gone and did not wait for it, although blockOwnerDeletion asks for that: "+
			"the owner was deleted in the background, or a second delete or a removal by hand ended its foreground deletion")
	}
	return false
}
