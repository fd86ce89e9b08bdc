package rules

import (
	"cmp"
	"context"
	"slices"

	"cel.dev/cel-go/common/types/traits"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// speaksOf reports whether the check is about the hold's finalizer.
func speaksOf(r *catalogue.Check, h *hearing.Case) bool {
	if r.Live {
		return h.Finalizer == ""
	}
	if len(r.Finalizers) == 0 {
		return h.Entry.Project == r.Project
	}
	return slices.ContainsFunc(r.Finalizers, func(f string) bool {
		return f == "*" || f == h.Finalizer || f == h.Entry.Pattern || f == h.Entry.EntryID()
	})
}

// Priced is Remarks for an object that nobody deletes: of the checks without a
// reason only those that say what the finalizer costs.
func Priced(ctx context.Context, h *hearing.Case) hearing.Notes {
	if h.Object == nil || !h.Node.Asked {
		return hearing.Notes{}
	}
	costs := func(r *catalogue.Check) bool { return r.Loss != "" }
	return remarks(ctx, h, costs, func(s *situation) {
		s.price()
		if h.Entry.Pattern == "" && s.madeByProject(h) {
			s.forgetTemplateHolder()
		}
	})
}

// Remarks are the checks without a reason.
func Remarks(ctx context.Context, h *hearing.Case) hearing.Notes {
	if h.Object == nil {
		return hearing.Notes{}
	}
	all := func(*catalogue.Check) bool { return true }
	return remarks(ctx, h, all, func(s *situation) {
		text := s.text(s.CEL.Message)
		if text != "" {
			s.f.Add(explain.Evidence{Kind: explain.Known, Source: "check " + s.ID, Fact: text})
		}
		s.price()
		if s.warn() || text != "" && len(s.Evidence) > 0 {
			s.show()
			s.steps(nil)
		}
	})
}

// warn says what must not be done, and what to take care of, and reports whether there is
// any of it.
func (s *situation) warn() bool {
	never, careful := s.text(s.CEL.Never), s.text(s.CEL.Warning)
	if never != "" {
		s.f.Never(phrase.OneLine(never))
	}
	if careful != "" {
		s.f.Warn(phrase.OneLine(careful))
	}
	return never != "" || careful != ""
}

// remarks asks the checks without a reason; one that applies is told of.
func remarks(ctx context.Context, h *hearing.Case, which func(*catalogue.Check) bool, tell func(*situation)) (n hearing.Notes) {
	for _, r := range h.View.Catalogue.Rules(h.Kind).Checks {
		if r.Reason != "" || !which(r) || !speaksOf(r, h) {
			continue
		}
		s := newSituation(r, h)
		if s.applies(ctx) {
			tell(s)
		}
		n.Join(s.f.Notes)
		h = h.With(s.f.Notes) // the next one may cost more, and never less
	}
	return n
}

// ChecksFor is the rung of the checks with one of the reasons.
func ChecksFor(reasons ...explain.Reason) hearing.Rung {
	return func(ctx context.Context, h *hearing.Case) hearing.Finding {
		return tryChecks(ctx, h, func(r *catalogue.Check) bool {
			return !r.Live && slices.Contains(reasons, r.Reason)
		})
	}
}

// Foretold is the rung of the checks that are true of a live object as well: of one that is not
// asked to go yet it tells why its holder will not let it go then.
func Foretold(ctx context.Context, h *hearing.Case) hearing.Finding {
	return tryChecks(ctx, h, (*catalogue.Check).Foretells)
}

func tryChecks(ctx context.Context, h *hearing.Case, which func(*catalogue.Check) bool) (f hearing.Finding) {
	if h.Object == nil {
		return f
	}
	for _, r := range h.View.Catalogue.Rules(h.Kind).Checks {
		if r.Reason == "" || !which(r) || !speaksOf(r, h) {
			continue
		}
		if r.Reason == explain.PrerequisiteGone && signs.WaitsSince(ctx, h) {
			continue // it has got past that
		}
		s := newSituation(r, h)
		s.judge(ctx)
		if f = f.And(s.f); f.Decided() {
			return f
		}
	}
	return f
}

// judge decides the hold where the check applies.
func (s *situation) judge(ctx context.Context) {
	if !s.applies(ctx) {
		return
	}
	blockers := s.references(ctx)
	if !s.still(blockers) {
		return
	}
	message := phrase.OneLine(s.text(s.CEL.Message))
	if message == "" {
		return
	}
	s.nameHolder(ctx)
	s.show()
	for _, b := range blockers {
		s.f.BlockKnown(s.h.View, b.Ref, b.State, b.What)
	}
	verdict := s.verdict(blockers)
	if s.Reason == explain.Failing {
		verdict, message = s.failure(ctx, verdict, message)
	}
	s.warn()
	if s.halted(message) {
		return
	}
	s.act(ctx, blockers, sentence.GivesUp(message))
	if q, ok := s.ofKruise(); ok && verdict == explain.Waiting && q.Silent() {
		s.f.Join(holder.AskForWorkloads())
		verdict, message = explain.Undecided, message+"; nothing tells whether that program runs"
	}
	verdict, message = s.doubtOwner(ctx, verdict, message)
	s.price()
	s.f.Decide(verdict, s.Reason, message)
}

// act tells what to do. What the words of a failure ask for comes after the steps, but for
// steps that are right only once it is done. Once says that nobody tries again by himself.
func (s *situation) act(ctx context.Context, blockers []explain.Blocker, once bool) {
	var asked hearing.Notes
	if s.Reason == explain.Failing {
		words := s.said.Message
		if shown := s.shownWords(); words == "" && failure.Recognised(shown) {
			words = shown
		}
		words = redact.Text(words)
		then := len(s.Steps) > 0 && s.Steps[0].After
		if once && then { // the check tells how it is tried again
			asked = signs.AgainstOnce(ctx, s.h, words)
		} else {
			asked = signs.Mechanics(ctx, s.h, words)
		}
	}
	if len(s.Steps) > 0 && s.Steps[0].After {
		s.f.Join(asked)
		asked = hearing.Notes{}
	}
	s.steps(blockers)
	s.f.Join(asked)
}

// failure adds to a message how often it failed. A failure that is too young to
// prove anything is no more than an attempt, unless the check knows better.
func (s *situation) failure(ctx context.Context, verdict explain.Verdict, message string) (explain.Verdict, string) {
	c := signs.Word{Text: s.said.Message, First: s.said.SaidAt(), Last: s.said.SaidAt()}
	e, told, events := signs.SameInEvents(ctx, s.h, s.said.Message)
	s.f.Join(events)
	if told {
		c = c.With(e)
	}
	if s.Verdict == "" && signs.Fresh(s.h, c) {
		return explain.Undecided, message + "; " + signs.Retries(s.h, c)
	}
	if told {
		message += e.Times(s.h)
	}
	if signs.OutOfSight(s.h) && !s.h.View.Clock.Within(c.Last, holder.Recently) {
		s.f.Join(holder.AskForWorkloads())
		return explain.Undecided, message + "; nothing of it is in sight, and it is not known whether it still runs"
	}
	return verdict, message
}

// verdict is what the check says, or else what its reason and blockers say.
func (s *situation) verdict(blockers []explain.Blocker) explain.Verdict {
	if s.Verdict != "" {
		return s.Verdict
	}
	return cmp.Or(catalogue.UsualVerdict(s.Reason), signs.WaitVerdict(s.h, blockers))
}

// targetOf reads a reference of any of the shapes that APIs use, in the scope that
// its kind really has.
func targetOf(w *sight.View, m traits.Mapper, namespace string) (trace.Ref, bool) {
	link, ok := catalogue.LinkOf(m, namespace)
	if !ok {
		return trace.Ref{}, false
	}
	at := link.Target
	if at.Kind == "" {
		for _, k := range w.Kinds {
			if k.Group == at.Group && k.Resource == link.Resource {
				at.Kind = k.Kind
			}
		}
	}
	if kind, served := w.Kind(at.Group, at.Kind); served && !kind.Namespaced || w.Catalogue.ClusterScoped(at.Group, at.Kind) {
		at.Namespace = ""
	}
	return at, at.Kind != ""
}

func refOf(h *hearing.Case, m traits.Mapper) (trace.Ref, bool) {
	return targetOf(h.View, m, h.Node.Namespace)
}
