package rules

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/expression"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
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
		if text := s.text(s.CEL.Message); text != "" {
			s.f.Add(explain.Evidence{Kind: explain.Documented, Source: "check " + s.ID, Fact: text})
		}
		s.price()
		if s.warn() {
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
	s.act(ctx, blockers)
	verdict, message = s.doubtHook(verdict, message)
	verdict, message = s.doubtOwner(ctx, verdict, message)
	s.price()
	s.f.Decide(verdict, s.Reason, message)
}

// act tells what to do. What the words of a failure ask for comes after the steps, but for
// steps that are right only once it is done.
func (s *situation) act(ctx context.Context, blockers []explain.Blocker) {
	var asked hearing.Notes
	if s.Reason == explain.Failing {
		asked = signs.Mechanics(ctx, s.h, s.said.Message)
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
	c := signs.Word{Text: s.said.Message, First: s.said.Since, Last: s.said.Since}
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

// situation is what a check sees of one case.
type situation struct {
	*catalogue.Check
	h         *hearing.Case
	f         hearing.Finding
	variables map[string]any
	said      manifest.Condition // the zero one where the check wants none
	since     bool               // whether it was said after the deletion
	other     trace.Ref
	runner    *holder.Runner     // that of OpenKruise, nil for other projects
	actor     *hearing.Wellbeing // that of the holder that acts names, nil without one
	notes     []explain.Evidence
	gone      string // names what does not exist
	found     []finding
}

func newSituation(r *catalogue.Check, h *hearing.Case) *situation {
	s := &situation{Check: r, h: h, variables: catalogue.Unset()}
	maps.Copy(s.variables, map[string]any{
		"object": h.Object.Object, "finalizer": h.Finalizer, "now": types.Timestamp{Time: h.View.Clock.At},
		"resource": h.Kind.Type(), "project": h.Entry.Project, "elsewhere": string(h.Elsewhere), "health": string(h.Health),
	})
	return s
}

// applies gathers what the expressions know, and asks whether the check applies.
// What cannot be read makes it not apply.
func (s *situation) applies(ctx context.Context) bool {
	if s.Condition != "" && !s.hear() {
		return false
	}
	if s.CEL.With != nil && !s.lookAtOther(ctx) {
		return false
	}
	s.evaluateVars(ctx)
	// What is looked for may take a list, so the condition comes before it; it
	// is asked again where it depends on what was found.
	if s.Find == nil {
		return s.holds()
	}
	if s.CEL.When != nil && !s.CEL.When.Uses("found", "complete") && !s.holds() {
		return false
	}
	return s.find(ctx) && s.holds()
}

func (s *situation) holds() bool { return s.isTrue(s.CEL.When) }

// isTrue evaluates a condition; one that is not there is true.
func (s *situation) isTrue(condition *expression.Expression) bool {
	if condition == nil {
		return true
	}
	value, ok := condition.EvalWith(s.variables)
	if !ok || value != types.True || !s.h.View.Clock.AtLeast || !condition.Uses("now") {
		return ok && value == types.True
	}
	// What is read may be of any time later.
	later := maps.Clone(s.variables)
	later["now"] = types.Timestamp{Time: s.h.View.Clock.At.AddDate(100, 0, 0)}
	value, ok = condition.EvalWith(later)
	return ok && value == types.True
}

// hear reads the condition that the check rests on.
func (s *situation) hear() bool {
	s.said = manifest.FindCondition(s.h.Object.Object, s.Condition)
	if s.said.Kind == "" {
		return false
	}
	s.variables["said"] = s.said.AsMap()
	s.since = s.AnyTime || s.h.SaidSince(s.said)
	return s.since || !s.h.Node.State.Going()
}

// lookAtOther reads the object of with as it is now.
func (s *situation) lookAtOther(ctx context.Context) bool {
	value, ok := s.CEL.With.EvalWith(s.variables)
	if !ok {
		return false
	}
	m, ok := expression.Present(value).(traits.Mapper)
	if !ok {
		return false
	}
	at, ok := refOf(s.h, m)
	if !ok {
		return false
	}
	seen := s.h.View.Look(ctx, at)
	if seen.State == trace.Unreadable {
		s.f.Add(explain.Evidence{Kind: explain.Documented, Weak: true, Source: "check " + s.ID, Fact: "could not read " + s.h.View.NameOf(at)})
		return false
	}
	s.other = at
	if uid := expression.Field(m, "uid"); uid != "" && seen.Object != nil && uid != string(seen.Object.GetUID()) {
		seen = sight.Seen{State: trace.Recreated} // of the same name, and not the one that is meant
	}
	s.variables["otherState"] = string(seen.State)
	if seen.Object != nil {
		s.variables["other"] = seen.Object.Object
	}
	return true
}

// evaluateVars makes the check's own variables.
func (s *situation) evaluateVars(ctx context.Context) {
	values := make(map[string]any, len(s.CEL.Vars))
	s.lookAtKruise(ctx, values)
	s.timesOfKruise(values)
	s.infrastructure(values)
	for name, e := range s.CEL.Vars {
		if value, ok := e.EvalWith(s.variables); ok {
			values[name] = value
		}
	}
	s.variables["vars"] = values
}

func (s *situation) text(e *expression.Expression) string {
	if e == nil {
		return ""
	}
	value, ok := e.EvalWith(s.variables)
	if !ok {
		return ""
	}
	return expression.Text(value)
}

// references looks up the blockers as they are now, each once.
func (s *situation) references(ctx context.Context) []explain.Blocker {
	if s.CEL.Blockers == nil {
		return nil
	}
	value, ok := s.CEL.Blockers.EvalWith(s.variables)
	if !ok {
		return nil
	}
	var out []explain.Blocker
	seen := map[trace.Ref]bool{}
	expression.Each(value, func(v ref.Val) {
		m, ok := v.(traits.Mapper)
		if !ok {
			return
		}
		at, ok := refOf(s.h, m)
		if !ok || seen[at] || at == s.h.Node.Ref {
			return
		}
		seen[at] = true
		kind, served := s.h.View.Kind(at.Group, at.Kind)
		if !served && s.servedElsewhere(value, at) {
			return
		}
		out = append(out, explain.Blocker{Ref: at, Resource: kind.Resource, Object: -1, State: s.h.View.Look(ctx, at).State, What: phrase.OneLine(expression.Field(m, "what"))})
	})
	return out
}

// servedElsewhere reports whether the list has the reference again, with another
// group in which there is such a kind: then this one is only a guess.
func (s *situation) servedElsewhere(list ref.Val, at trace.Ref) bool {
	found := false
	expression.Each(list, func(v ref.Val) {
		m, ok := v.(traits.Mapper)
		if !ok {
			return
		}
		other, ok := refOf(s.h, m)
		if _, served := s.h.View.Kind(other.Group, other.Kind); ok && served && other.Kind == at.Kind && other.Name == at.Name {
			found = true
		}
	})
	return found
}

// still reports whether the blockers are as the check wants them. A condition
// that names only what is gone by now is evidence of its own.
func (s *situation) still(blockers []explain.Blocker) bool {
	gone := 0
	for i := range blockers {
		// Of a kind that is not served there never was one to go.
		if blockers[i].State == trace.Gone && (s.While != catalogue.WhileAnyGone || blockers[i].Resource != "") {
			gone++
		}
	}
	switch s.While {
	case catalogue.WhileAnyPresent:
		if len(blockers) > 0 && gone == len(blockers) {
			s.stale(blockers)
		}
		return gone < len(blockers)
	case catalogue.WhileAnyGone:
		return gone > 0
	}
	return true
}

func (s *situation) stale(blockers []explain.Blocker) {
	var names []string
	for i := range blockers {
		names = append(names, s.h.View.NameOf(blockers[i].Ref))
	}
	source := "check " + s.ID
	if s.Condition != "" {
		source = "status.conditions[" + s.Condition + "]"
	}
	s.f.Add(signs.OutOfDate(source, "it is about "+phrase.Names(names)))
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
	if kind, served := w.Kind(at.Group, at.Kind); served && !kind.Namespaced {
		at.Namespace = ""
	}
	return at, at.Kind != ""
}

func refOf(h *hearing.Case, m traits.Mapper) (trace.Ref, bool) {
	return targetOf(h.View, m, h.Node.Namespace)
}
