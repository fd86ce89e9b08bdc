package signs

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/marks"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// NotItsOwn decides where whoever is taken for the holder says that the finalizer is not its
// own. Of several finalizers that one may be meant which it does not hold.
func NotItsOwn(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Holder.BuiltIn || h.Object == nil || h.Holder.Workload.Name == "" || h.Holder.Confidence == explain.Certain || len(h.Object.GetFinalizers()) > 1 {
		return f
	}
	for _, w := range telling(ctx, h) {
		if w.author != theHolder || !w.since || w.of.Name != "" || saysWaits(w) || !sentence.OfOthersFinalizers(w.Text) {
			continue
		}
		f.Add(w.evidence(h))
		whose := ""
		for _, write := range h.Writes() {
			if slices.Contains(write.Finalizers, h.Finalizer) {
				whose = "; field manager " + write.Manager + " put it there"
			}
		}
		f.Mend("find what takes " + h.Finalizer + " off, and have it run" + whose)
		f.Join(holder.PlanRemoval(h))
		return f.Decide(explain.Undecided, explain.HolderUnknown, fmt.Sprintf("%s runs, and by its own words the finalizer is not its own: %s (%s)%s", h.HolderName(), phrase.Quoted(w.Text), w.age(h), whose))
	}
	return f
}

// LeftAlone decides where the holder itself says that it leaves the object alone: it was
// told to, or another instance of it has to act.
func LeftAlone(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Holder.BuiltIn || h.Object == nil {
		return f
	}
	own := marks.Of(h)
	if own != nil && own.By == "" {
		return f
	}
	for _, w := range telling(ctx, h) {
		if w.author != theHolder || !w.since || w.fails || w.fine || w.gone || w.stale || w.of.Name != "" {
			continue
		}
		if saysWaits(w) {
			continue // what it waits for tells more
		}
		said := h.HolderName() + " says that it leaves it alone, " + w.age(h) + ": " + phrase.Quoted(w.Text)
		guard, halted := marks.Guard(h), sentence.Halts(w.Text)
		switch {
		case guard != nil && (halted || sentence.LeavesIt(w.Text)):
			f.Join(guard.Off(h))
			f.Add(w.evidence(h))
			verdict := explain.Undecided
			if guard.Protects() {
				verdict = explain.Stuck
			}
			return f.Decide(verdict, explain.Excluded, said+"; "+guard.Field+" "+guard.Value)
		case halted:
			n, by := haltedBy(ctx, h, own, w.Text)
			f.Join(n)
			said += by
			f.Next("read why that was set, and what it stands for", h.View.AsYAML(h.Node.Ref)...)
		case sentence.LeftToOthers(w.Text):
			f.Mend("have the instance of " + h.HolderName() + " run that has to act by these words, or hand the object over to the one that runs: " + phrase.Quoted(w.Text))
			f.Next("see what of the object says whose it is", h.View.AsYAML(h.Node.Ref)...)
		default:
			continue
		}
		f.Add(w.evidence(h))
		return f.Decide(explain.Undecided, explain.Excluded, said)
	}
	return f
}

// haltedBy are the mark that holds the object back by words which say that somebody leaves it alone, on itself or on its
// owner, and how that ends.
func haltedBy(ctx context.Context, h *hearing.Case, own *marks.Mark, words string) (n hearing.Notes, by string) {
	if m := cmp.Or(marks.Named(h, words), own); m != nil {
		n.Fact(m.Field, m.Value)
		n.Do(explain.Act(explain.Unprotects, h.Node.Ref, m.Ends+m.Once(), m.Undo...))
		return n, "; " + m.Field + " is " + m.Value
	}
	for _, owner := range acts.OfKind(ctx, h, "owner", words) {
		of := hearing.About(ctx, h.View, owner)
		if of == nil || marks.Of(of) == nil {
			continue
		}
		m := marks.Of(of)
		n.Fact(h.View.NameOf(owner)+": "+m.Field, m.Value)
		n.Do(explain.Act(explain.Unprotects, owner, m.Ends+" on its owner "+h.View.NameOf(owner)+m.Once(), m.Undo...))
		return n, "; its owner " + owner.Kind + " " + owner.Name + " is halted (" + m.Field + ")"
	}
	n.Mend("end what its words tell of, once what then goes may go: " + phrase.Quoted(words))
	return n, ""
}
