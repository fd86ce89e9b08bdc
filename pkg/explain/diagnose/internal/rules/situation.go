package rules

import (
	"context"
	"maps"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kruise"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/expression"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

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
		"resource": h.Kind.Type(),
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

// withRef is the object of with, and what the check tells of it.
func (s *situation) withRef() (at trace.Ref, m traits.Mapper, ok bool) {
	value, ok := s.CEL.With.EvalWith(s.variables)
	if !ok {
		return at, nil, false
	}
	if m, ok = expression.Present(value).(traits.Mapper); !ok {
		return at, nil, false
	}
	at, ok = refOf(s.h, m)
	return at, m, ok
}

// lookAtOther reads the object of with as it is now.
func (s *situation) lookAtOther(ctx context.Context) bool {
	at, m, ok := s.withRef()
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
	if q, ok := s.ofKruise(); ok {
		known, runner := q.Vars(ctx)
		maps.Copy(values, known)
		s.runner = runner
	}
	s.clusterAPI(values)
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
	return redact.Text(expression.Text(value)) // it may quote what the object says
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
		source = manifest.Condition{Kind: s.Condition}.Source()
	}
	s.f.Add(signs.OutOfDate(source, "it is about "+phrase.Names(names)))
}

// ofKruise is the check as a question of OpenKruise's, where it is one.
func (s *situation) ofKruise() (*kruise.Question, bool) {
	other, _ := s.variables["other"].(map[string]any)
	return &kruise.Question{Check: s.Check, Case: s.h, Other: s.other, OtherObject: other}, s.Project == kruise.Project
}
