package rules

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Possible leads from a copy to what was not copied and would decide: the objects that checks look at besides, with what they
// know of it where that is gone, is there or is being deleted.
func Possible(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if h.Object == nil || !h.View.Copied {
		return n
	}
	var order []trace.Ref
	says := map[trace.Ref]string{}
	for _, r := range h.View.Catalogue.Rules(h.Kind).Checks {
		if r.CEL.With == nil || r.CEL.When == nil || r.Live || !speaksOf(r, h) {
			continue
		}
		at, told := newSituation(r, h).possible(ctx)
		if told == "" {
			continue
		}
		if says[at] == "" {
			order = append(order, at)
		}
		says[at] = explain.Joined("; ", says[at], told)
	}
	for _, at := range order[:min(len(order), mostPossible)] {
		n.Do(explain.Look("see "+named(at)+", which was not copied: "+says[at], h.View.AsYAML(at)...).For(explain.Mends))
	}
	return n
}

// mostPossible is to how many objects is led.
const mostPossible = 1

// named is what such an object is called, and isGone how a check begins that is about its being gone.
func named(at trace.Ref) string {
	return at.Kind + " " + at.Name + phrase.Prefixed(" in namespace ", at.Namespace)
}

var isGone = regex.New(`^it(?:, which [^,;]*,)? is gone[;,:] `)

// possible is what the check knows of the object that it looks at besides, where that was not copied; nothing where it does
// not tell apart how that is, or needs more of it.
func (s *situation) possible(ctx context.Context) (at trace.Ref, says string) {
	if s.Condition != "" && !s.hear() {
		return at, ""
	}
	at, _, ok := s.withRef()
	if !ok || at.Name == "" || s.h.View.Look(ctx, at).State != trace.Unreadable {
		return at, ""
	}
	s.other = at
	would := func(state trace.State) string {
		s.variables["otherState"] = string(state)
		s.evaluateVars(ctx)
		if !s.holds() {
			return ""
		}
		told := isGone.ReplaceAllString(strings.ReplaceAll(phrase.OneLine(s.text(s.CEL.Message)), named(at), "it"), "")
		if told != "" && s.Reason != "" && len(s.Steps) > 0 && s.isTrue(s.CEL.StepWhen[0]) && !s.Steps[0].Guarded && !strings.ContainsAny(s.Steps[0].Text, "{}") {
			told += ": " + s.Steps[0].Text
		}
		return told
	}
	gone, there, going := would(trace.Gone), would(trace.Live), would(trace.Deleting)
	switch {
	case gone != "" && there != "":
		return at, ""
	case gone != "":
		return at, "if it is gone, " + gone
	case there != "":
		return at, "if it is there, " + there
	case going != "":
		return at, "if it is being deleted itself, " + going
	}
	return at, ""
}
