package diagnose

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/marks"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rules"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// holderHealth is the rung that decides where the holder cannot act at all.
func holderHealth(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	b := &h.Wellbeing
	if !b.Decided() || rules.KeepsItself(h) {
		return f
	}
	if last, wrote := h.LastActed(); wrote && h.View.Clock.Within(last.At, holder.Recently) && (b.Health == explain.Missing || b.Health == explain.Uninstalled) {
		// Whoever wrote a moment ago runs, wherever that is.
		f.Actor = &hearing.Actor{Holder: h.Holder, Health: explain.Hidden}
		f.Add(explain.Evidence{Kind: explain.Written, Source: "managedFields", Fact: last.Manager + " wrote to it " + h.View.Clock.When(last.At) + ", so it runs where it cannot be seen from here"})
		return f
	}
	if h.Holder.Workload.Name == "" && b.Verdict != explain.Stuck {
		return f // it may run where it was not looked for: the last rung says so
	}
	if h.Holder.Workload.Name != "" && holder.LimitOfHolder(ctx, h).Excludes != "" && !h.HolderWroteSince() {
		return f // it would not act on this object if it ran
	}
	return holderDown(ctx, h)
}

// afterStart is what would keep the hold if its holder ran: a mark that keeps the
// holder away, or something it needs that is gone. It decides nothing where
// nothing of the kind is known.
func afterStart(ctx context.Context, h *hearing.Case) hearing.Finding {
	f := rules.ChecksFor(explain.Excluded, explain.PrerequisiteGone)(ctx, h)
	if !f.Decided() {
		f = f.And(marks.Excluded(ctx, h))
	}
	f.Actor = nil // who holds it is known
	return f
}

// holderDown decides where the holder cannot act at all. What starting it would
// not end comes before the holder: whoever only starts it either waits for
// nothing, or takes the mark off next, and what it then deletes may be in use.
func holderDown(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	b := &h.Wellbeing
	ahead := afterStart(ctx, h)
	moved := movedByClusterctl(ctx, h)
	switch {
	case !ahead.Decided():
		if b.LastWords != "" {
			f.Join(signs.Mechanics(ctx, h, b.LastWords))
		}
		f.Join(mendMoved(h, moved))
		return f.Decide(b.Verdict, b.Reason, b.Message)
	case ahead.Reason == explain.Excluded && ahead.Verdict == explain.Stuck, moved:
		return notToStart(h, ahead, moved)
	}
	steps := ahead.Steps
	ahead.Steps = nil
	f.Join(ahead.Notes)
	f.Join(holder.Mend(h, b))
	f.Steps = append(f.Steps, steps...)
	return f.Decide(b.Verdict, b.Reason, b.Message+"; and once it runs: "+ahead.Message)
}

// notToStart decides by what stands in the way, and beside it tells that the
// holder is down.
func notToStart(h *hearing.Case, ahead hearing.Finding, moved bool) (f hearing.Finding) {
	steps := ahead.Steps
	ahead.Steps = nil
	f.Join(ahead.Notes)
	message := ahead.Message + "; besides, " + h.Wellbeing.Message
	if moved {
		message = "it looks like a doomed leftover of a clusterctl move: " + message
		f.Join(doomed(h))
	}
	for _, s := range steps {
		said := len(s.Command) > 0 && slices.ContainsFunc(f.Steps, func(o explain.Step) bool { return slices.Equal(o.Command, s.Command) })
		if !said && !s.Effect.Wakes() {
			f.Do(s)
		}
	}
	f.Never("start " + h.HolderName() + " before it is clear what it would then delete" + phrase.Prefixed(": ", marks.Undoing(h)))
	return f.Decide(ahead.Verdict, ahead.Reason, message)
}

// movedByClusterctl reports whether clusterctl moves objects of the kind
// between clusters, by the label of its definition.
func movedByClusterctl(ctx context.Context, h *hearing.Case) bool {
	if !h.Kind.MayBeCustom() {
		return false
	}
	crd := h.View.Look(ctx, trace.Ref{Group: manifest.CrdGroup, Kind: manifest.CrdKind, Name: h.Kind.Type()}).Object
	if crd == nil {
		return false
	}
	_, labelled := crd.GetLabels()[manifest.ClusterctlLabel]
	return labelled
}

// mendMoved is Mend for what clusterctl may have left behind: what starting the
// holder deletes may then belong to a live cluster.
func mendMoved(h *hearing.Case, moved bool) hearing.Notes {
	after := marks.Undoing(h)
	if !moved || after == "" {
		return holder.Mend(h, &h.Wellbeing)
	}
	n := holder.Mend(h, &h.Wellbeing)
	n.Steps = slices.Clone(n.Steps)
	for i := range n.Steps {
		if s := &n.Steps[i]; s.Effect.Wakes() {
			s.Text, s.Aim = "once it is certain that "+after+" may go, which it then deletes: "+s.Text, explain.Guarded
		}
	}
	n.Warn("where this was left over by a clusterctl move, do not start " + h.HolderName() + ": it would delete " + after + ", which may belong to a live cluster")
	return n
}

// doomed says what to find out first.
func doomed(h *hearing.Case) (n hearing.Notes) {
	if h.Elsewhere != trace.Live {
		n.Do(explain.Look("find out where the real one lives, before anything is done here; --also-context asks one of these", "kubectl", "config", "get-contexts").For(explain.Mends))
	}
	n.Do(explain.Look("see what a move into this cluster would meet", "kubectl", "finalizers", "preflight", "move", "-n", h.Node.Namespace).For(explain.Guarded))
	return n
}
