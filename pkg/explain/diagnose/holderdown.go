package diagnose

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rules"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// holderHealth is the stage that decides where the holder cannot act at all.
func holderHealth(ctx context.Context, h *hearing.Case) bool {
	f := &h.Fares
	if f.Reason == "" {
		return false
	}
	if last, wrote := h.LastActed(); wrote && h.View.Now.Sub(last.At) <= holder.Recently && (f.Health == explain.Missing || f.Health == explain.Uninstalled) {
		// Whoever wrote a moment ago runs, wherever that is.
		h.Hold.Health = explain.Hidden
		h.Add(explain.Evidence{Kind: explain.Written, Source: "managedFields", Fact: last.Manager + " wrote to it " + h.View.Ago(last.At) + " ago, so it runs where it cannot be seen from here"})
		return false
	}
	sure := h.Hold.Holder.Confidence == explain.Certain || h.Hold.Holder.Confidence == explain.Likely
	if found := h.Hold.Holder.Workload.Name != ""; !sure && (found || f.Verdict != explain.Stuck) {
		return false // it may be another one: the last stage says so
	}
	return holderDown(ctx, h, f)
}

// afterStart is what would keep the hold if its holder ran: a mark that keeps the
// holder away, or something it needs that is gone. It is nil where nothing of
// the kind is known.
func afterStart(ctx context.Context, h *hearing.Case) *explain.Hold {
	hold := explain.Hold{Finalizer: h.Hold.Finalizer, Holder: h.Hold.Holder, Health: h.Hold.Health, Cost: h.Hold.Cost}
	other := *h
	other.Hold = &hold
	for _, s := range []hearing.Stage{rules.ChecksFor(explain.Excluded, explain.PrerequisiteGone), signs.Excluded} {
		if s(ctx, &other) {
			return &hold
		}
	}
	return nil
}

// holderDown decides where the holder cannot act at all. What starting it would
// not end comes before the holder: whoever only starts it either waits for
// nothing, or takes the mark off next, and what it then deletes may be in use.
func holderDown(ctx context.Context, h *hearing.Case, f *hearing.Finding) bool {
	ahead := afterStart(ctx, h)
	moved := movedByClusterctl(ctx, h)
	switch {
	case ahead == nil:
		applyMoved(h, f, moved)
		return h.Decide(f.Verdict, f.Reason, f.Message)
	case ahead.Reason == explain.Excluded && ahead.Verdict == explain.Stuck, moved:
		return notToStart(h, ahead, f, moved)
	}
	take(h, ahead)
	holder.Apply(h, f)
	h.Hold.Next = append(h.Hold.Next, ahead.Next...)
	return h.Decide(f.Verdict, f.Reason, f.Message+"; and once it runs: "+ahead.Message)
}

// notToStart decides by what stands in the way, and beside it tells that the
// holder is down.
func notToStart(h *hearing.Case, ahead *explain.Hold, f *hearing.Finding, moved bool) bool {
	take(h, ahead)
	message := ahead.Message + "; besides, " + f.Message
	if moved {
		message = "it looks like a doomed leftover of a clusterctl move: " + message
		tellDoomed(h)
	}
	for _, s := range ahead.Next {
		if moved && slices.Contains(s.Command, "get-contexts") {
			continue // that was said
		}
		if !slices.Contains(s.Command, "patch") && !slices.Contains(s.Command, "annotate") { // no step that lets the controller at it
			h.Hold.Next = append(h.Hold.Next, s)
		}
	}
	h.Warn("do not start " + h.HolderName() + " before it is clear what it would then delete" + phrase.Prefixed(": ", signs.Undoing(h)))
	return h.Decide(ahead.Verdict, ahead.Reason, message)
}

// take takes over all that was found, but for the steps and the outcome.
func take(h *hearing.Case, ahead *explain.Hold) {
	h.Hold.Evidence = append(h.Hold.Evidence, ahead.Evidence...)
	h.Hold.Blockers = append(h.Hold.Blockers, ahead.Blockers...)
	h.Hold.Warnings = append(h.Hold.Warnings, ahead.Warnings...)
	h.Hold.Cost = ahead.Cost
}

// movedByClusterctl reports whether clusterctl moves objects of the kind
// between clusters, by the label of its definition.
func movedByClusterctl(ctx context.Context, h *hearing.Case) bool {
	if !strings.Contains(h.Kind.Group, ".") {
		return false
	}
	crd := h.View.Look(ctx, trace.Ref{Group: manifest.CrdGroup, Kind: manifest.CrdKind, Name: sight.ResourceName(h.Kind)}).Object
	if crd == nil {
		return false
	}
	_, labelled := crd.GetLabels()[manifest.ClusterctlLabel]
	return labelled
}

// applyMoved is apply for what clusterctl may have left behind: what starting
// the holder deletes may then belong to a live cluster.
func applyMoved(h *hearing.Case, f *hearing.Finding, moved bool) {
	after := signs.Undoing(h)
	if !moved || after == "" {
		holder.Apply(h, f)
		return
	}
	careful := *f
	careful.Next = slices.Clone(f.Next)
	for i := range careful.Next {
		if s := &careful.Next[i]; slices.Contains(s.Command, "scale") {
			s.Text = "once it is certain that " + after + " may go, which it then deletes: " + s.Text
		}
	}
	holder.Apply(h, &careful)
	h.Warn("where this was left over by a clusterctl move, do not start " + h.HolderName() + ": it would delete " + after + ", which may belong to a live cluster")
}

// tellDoomed says what to find out first.
func tellDoomed(h *hearing.Case) {
	if h.Elsewhere != trace.Live {
		h.Next("find out where the real one lives, before anything is done here; --also-context asks one of these", "kubectl", "config", "get-contexts")
	}
	h.Next("see what a move into this cluster would meet", "kubectl", "finalizers", "preflight", "move", "-n", h.Node.Namespace)
}
