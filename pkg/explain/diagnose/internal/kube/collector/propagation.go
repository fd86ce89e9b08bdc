package collector

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// notInBackground is what a second delete must not be.
const notInBackground = "delete it again without --cascade=foreground: a plain delete drops foregroundDeletion, and what it waits for is left behind"

// Overruled takes off the warning of a delete in the background where one is what helps.
func Overruled(n hearing.Notes) hearing.Notes {
	if slices.ContainsFunc(n.Steps, func(s explain.Step) bool { return slices.Contains(s.Command, "--cascade=background") }) {
		n.Warnings = slices.DeleteFunc(slices.Clone(n.Warnings), func(w explain.Warning) bool { return w.Text == notInBackground })
	}
	return n
}

// Propagation warns of what another delete would change, and tells where one
// seems to have changed it already. It decides nothing: what was asked for
// first is stored nowhere.
func Propagation(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if h.Object == nil || !h.Node.State.Going() {
		return n
	}
	if h.Finalizer != metav1.FinalizerDeleteDependents && slices.Contains(h.Object.GetFinalizers(), metav1.FinalizerDeleteDependents) {
		n.Never(notInBackground)
	}
	for _, e := range ownerFaults(h) {
		if !e.Block || e.Fault != trace.TargetGone && e.Fault != trace.TargetRecreated {
			continue
		}
		owner := h.View.NameOf(h.View.Graph.Nodes[e.From].Ref)
		n.Hint(h.Name()+": .metadata.ownerReferences", "its owner "+owner+" is gone and did not wait for it, although blockOwnerDeletion asks for that: "+
			"the owner was deleted in the background, or a second delete or a removal by hand ended its foreground deletion")
	}
	return n
}
