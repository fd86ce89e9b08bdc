package collector

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// ownerFaults returns the owners of the object that are not what its
// ownerReferences name, as the graph shows them.
func ownerFaults(h *hearing.Case) []trace.Edge {
	if h.View.Graph == nil {
		return nil
	}
	at, known := h.View.Graph.Index[h.Node.UID]
	if !known {
		return nil
	}
	return sight.Memory[memory](h.View).faults.Get("", func() map[int][]trace.Edge {
		found := map[int][]trace.Edge{}
		for _, e := range h.View.Graph.Edges {
			if e.Rule == trace.OwnerRule && e.Fault != "" && e.Fault != trace.Cycle {
				found[e.To] = append(found[e.To], e)
			}
		}
		return found
	})[at]
}

// OwnerInvalid tells of an object that nobody has asked to go and whose
// ownerReference is not what it seems. It is no verdict: nothing is stuck.
func OwnerInvalid(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil || !h.Node.Asked || h.Node.State != trace.Live {
		return f
	}
	faults := ownerFaults(h)
	for _, e := range faults {
		owner := &h.View.Graph.Nodes[e.From]
		what, follows := faultWords(h, owner, e.Fault)
		f.Fact(h.Name()+": .metadata.ownerReferences", what)
		if !f.Decided() {
			f.Decide(explain.NotDeleting, explain.OwnerInvalid, what+": "+follows)
		}
	}
	if !f.Decided() {
		return f
	}
	f.Next("see its ownerReferences; where one is wrong, take it out", h.View.AsYAML(h.Node.Ref)...)
	return f
}

// faultWords says what is wrong with an owner, and what the garbage collector
// makes of it.
func faultWords(h *hearing.Case, owner *trace.Node, fault trace.Fault) (what, follows string) {
	name := h.View.NameOf(owner.Ref)
	const (
		taken = "the garbage collector takes that owner for gone, and deletes the object unless another owner is left"
		left  = "the garbage collector never deletes it for that owner's sake"
	)
	switch fault {
	case trace.TargetRecreated:
		return "it names as owner an earlier " + name + "; the one of today has another UID", taken
	case trace.OtherName:
		return "it names as owner " + name + ", whose UID is that of another object", taken
	case trace.WrongNamespace:
		return "it names an owner in another namespace, " + name + ", where an ownerReference does not reach", taken
	case trace.WrongScope:
		return "it is cluster-scoped and names an owner in a namespace, " + name, left
	case trace.KindUnknown:
		return "it names as owner " + owner.Kind + "/" + owner.Name + ", of a kind that the server does not serve", left
	default: // TargetGone; a Cycle is none of these
		return "it names as owner " + name + ", which does not exist", taken
	}
}
