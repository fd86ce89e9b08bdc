package explain

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// beyond is what would keep the hold if its holder ran: a mark that keeps the
// holder away, or something it needs that is gone. It is nil where nothing of
// the kind is known.
func (h *hearing) beyond(ctx context.Context) *Hold {
	hold := Hold{Finalizer: h.hold.Finalizer, Holder: h.hold.Holder, Health: h.hold.Health, Cost: h.hold.Cost}
	other := *h
	other.hold = &hold
	for _, s := range []stage{checksFor(Excluded, PrerequisiteGone), excluded} {
		if s(ctx, &other) {
			return &hold
		}
	}
	return nil
}

// holderDown decides where the holder cannot act at all. What starting it would
// not end comes before the holder: whoever only starts it either waits for
// nothing, or takes the mark off next, and what it then deletes may be in use.
func (h *hearing) holderDown(ctx context.Context, f *fares) bool {
	ahead := h.beyond(ctx)
	moved := h.movedByClusterctl(ctx)
	switch {
	case ahead == nil:
		h.applyMoved(f, moved)
		return h.decide(f.verdict, f.reason, f.message)
	case ahead.Reason == Excluded && ahead.Verdict == Stuck, moved:
		return h.notToStart(ahead, f, moved)
	}
	h.take(ahead)
	h.apply(f)
	h.hold.Next = append(h.hold.Next, ahead.Next...)
	return h.decide(f.verdict, f.reason, f.message+"; and once it runs: "+ahead.Message)
}

// notToStart decides by what stands in the way, and beside it tells that the
// holder is down.
func (h *hearing) notToStart(ahead *Hold, f *fares, moved bool) bool {
	h.take(ahead)
	message := ahead.Message + "; besides, " + f.message
	if moved {
		message = "it looks like a doomed leftover of a clusterctl move: " + message
		h.tellDoomed()
	}
	for _, s := range ahead.Next {
		if moved && slices.Contains(s.Command, "get-contexts") {
			continue // that was said
		}
		if !slices.Contains(s.Command, "patch") && !slices.Contains(s.Command, "annotate") { // no step that lets the controller at it
			h.hold.Next = append(h.hold.Next, s)
		}
	}
	h.warn("do not start " + h.holderName() + " before it is clear what it would then delete" + prefixed(": ", h.undoing()))
	return h.decide(ahead.Verdict, ahead.Reason, message)
}

// take takes over all that was found, but for the steps and the outcome.
func (h *hearing) take(ahead *Hold) {
	h.hold.Evidence = append(h.hold.Evidence, ahead.Evidence...)
	h.hold.Blockers = append(h.hold.Blockers, ahead.Blockers...)
	h.hold.Warnings = append(h.hold.Warnings, ahead.Warnings...)
	h.hold.Cost = ahead.Cost
}

// movedByClusterctl reports whether clusterctl moves objects of the kind
// between clusters, by the label of its definition.
func (h *hearing) movedByClusterctl(ctx context.Context) bool {
	if !strings.Contains(h.kind.Group, ".") {
		return false
	}
	crd := h.look(ctx, trace.Ref{Group: crdGroup, Kind: crdKind, Name: groupResource(h.kind)}).obj
	if crd == nil {
		return false
	}
	_, labelled := crd.GetLabels()[clusterctlLabel]
	return labelled
}

// applyMoved is apply for what clusterctl may have left behind: what starting
// the holder deletes may then belong to a live cluster.
func (h *hearing) applyMoved(f *fares, moved bool) {
	after := h.undoing()
	if !moved || after == "" {
		h.apply(f)
		return
	}
	careful := *f
	careful.next = slices.Clone(f.next)
	for i := range careful.next {
		if s := &careful.next[i]; slices.Contains(s.Command, "scale") {
			s.Text = "once it is certain that " + after + " may go, which it then deletes: " + s.Text
		}
	}
	h.apply(&careful)
	h.warn("where this was left over by a clusterctl move, do not start " + h.holderName() + ": it would delete " + after + ", which may belong to a live cluster")
}

// tellDoomed says what to find out first.
func (h *hearing) tellDoomed() {
	if h.elsewhere != trace.Live {
		h.next("find out where the real one lives, before anything is done here; --also-context asks one of these", "kubectl", "config", "get-contexts")
	}
	h.next("see what a move into this cluster would meet", "kubectl", "finalizers", "preflight", "move", "-n", h.node.Namespace)
}

// otherFinalizers are those that the project documents for the kind, without
// the given ones.
func (c *Catalogue) otherFinalizers(kind trace.Kind, project string, given []string) []string {
	var out []string
	for f, p := range c.projects {
		if p.Project != project || f.Match != "" || f.Abandoned || slices.Contains(given, f.Pattern) {
			continue
		}
		if slices.Contains(f.Kinds, kind.Kind) || slices.Contains(f.Kinds, kind.Kind+"."+kind.Group) {
			out = append(out, f.Pattern)
		}
	}
	return sortedOnce(out)
}

// besidesDown tells, where the stage decides, that the holder is down too.
func besidesDown(s stage) stage {
	return func(ctx context.Context, h *hearing) bool {
		if !s(ctx, h) {
			return false
		}
		if f := &h.fares; f.reason != "" && f.health == h.hold.Health && (h.hold.Reason == Excluded || h.hold.Reason == PrerequisiteGone) {
			who := ""
			if h.hold.Holder.Confidence == Possible && h.hold.Holder.Workload.Name != "" {
				who = "what may be its holder is down: "
			}
			h.hold.Message += "; besides, " + who + f.message
			if h.hold.Reason == Excluded {
				h.warn("do not start " + h.holderName() + " before it is clear what it would then delete" + prefixed(": ", h.undoing()))
			}
		}
		return true
	}
}
