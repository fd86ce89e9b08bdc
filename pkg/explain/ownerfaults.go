package explain

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// ownerFaults returns the owners of the object that are not what its
// ownerReferences name, as the graph shows them.
func (h *hearing) ownerFaults() []trace.Edge {
	if h.graph == nil {
		return nil
	}
	at, known := h.graph.index[h.node.UID]
	if !known {
		return nil
	}
	return of[collectorMemory](h.world).faults.get("", func() map[int][]trace.Edge {
		found := map[int][]trace.Edge{}
		for _, e := range h.graph.Edges {
			if e.Rule == trace.OwnerRule && e.Fault != "" && e.Fault != trace.Cycle {
				found[e.To] = append(found[e.To], e)
			}
		}
		return found
	})[at]
}

// ownerInvalid tells of an object that nobody has asked to go and whose
// ownerReference is not what it seems. It is no verdict: nothing is stuck.
func ownerInvalid(_ context.Context, h *hearing) bool {
	if h.obj == nil || !h.node.Asked || h.node.State != trace.Live {
		return false
	}
	faults := h.ownerFaults()
	for _, e := range faults {
		owner := &h.graph.Nodes[e.From]
		what, follows := h.faultWords(owner, e.Fault)
		h.fact(h.name()+": .metadata.ownerReferences", what)
		if h.hold.Message == "" {
			h.decide(NotDeleting, OwnerInvalid, what+": "+follows)
		}
	}
	if h.hold.Message == "" {
		return false
	}
	h.next("see its ownerReferences; where one is wrong, take it out", h.asYAML(h.node.Ref)...)
	return true
}

// faultWords says what is wrong with an owner, and what the garbage collector
// makes of it.
func (h *hearing) faultWords(owner *trace.Node, fault trace.Fault) (what, follows string) {
	name := h.nameOf(owner.Ref)
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
