package signs

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// OutOfDate is the evidence that a text speaks of what is gone by now.
func OutOfDate(source, about string) explain.Evidence {
	return explain.Evidence{Kind: explain.OutOfDate, Source: source, Fact: "it is stale: " + about + ", already gone"}
}

// NamedNow decides where its holder says what is waited for, and that is still so.
// What is gone by now makes what was said stale.
func NamedNow(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	for _, s := range heard(ctx, h) {
		if s.author == somebodyElse || s.of.Name != "" || knownStale(slices.Concat(h.Told, f.Evidence), s.source) {
			continue
		}
		a := awaitedIn(ctx, h, s.reason, s.Text)
		if s.left {
			for _, ref := range acts.Listed(ctx, h, s.Text) {
				a.add(ctx, h, &sentence.Wait{For: sentence.Unsaid}, ref)
			}
		}
		found := a.blockers()
		if len(found) == 0 {
			if len(a.gone) > 0 {
				f.Add(OutOfDate(s.source, "it names "+phrase.Names(a.gone)))
			}
			continue
		}
		f.Join(a.notes(ctx, h))
		f.Add(s.quoted(""))
		return f.And(a.waitedFor(ctx, h, s.Text))
	}
	return f
}

// waitedFor decides by what a text of the holder says that is still waited for.
func (a *awaited) waitedFor(ctx context.Context, h *hearing.Case, text string) (f hearing.Finding) {
	verdict := a.verdict(h)
	if asked := sentence.Asks(text); asked != "" && verdict != explain.Waiting {
		f.Join(acts.DoAsked(ctx, h, text, asked))
	}
	if verdict == explain.Stuck {
		f.Join(a.letGo(h, text))
	}
	f.Join(a.look(h, verdict))
	return f.Decide(verdict, explain.Blocked, h.HolderName()+" says that "+a.says())
}

// WaitVerdict is Waiting where something that is waited for is going away, or
// may yet be asked to; what nobody has asked to go will not end by itself.
func WaitVerdict(h *hearing.Case, blockers []explain.Blocker) explain.Verdict {
	live := func(b explain.Blocker) bool { return b.State == trace.Live }
	if slices.ContainsFunc(blockers, live) && !h.Fresh() {
		return explain.Stuck
	}
	return explain.Waiting
}

// knownStale reports whether it was found out already that what is said there is stale.
func knownStale(told []explain.Evidence, source string) bool {
	return slices.ContainsFunc(told, func(e explain.Evidence) bool {
		return e.Source == source && e.Kind == explain.OutOfDate
	})
}
