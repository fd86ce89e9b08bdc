package rules

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kruise"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Possible leads from a copy to what was not copied and would decide: the first object that checks look at besides, with what
// they know of it where that is gone, is there or is being deleted.
func Possible(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if h.Object == nil || !h.View.Copied {
		return n
	}
	var first trace.Ref
	says := ""
	for _, r := range h.View.Catalogue.Rules(h.Kind).Checks {
		if r.CEL.With == nil || r.CEL.When == nil || r.Live || r.Project == kruise.Project || !speaksOf(r, h) {
			continue
		}
		if at, told := newSituation(r, h).possible(ctx); told != "" && (says == "" || at == first) {
			first, says = at, explain.Joined("; ", says, told)
		}
	}
	if says != "" {
		n.Do(explain.Look("see "+named(first)+", which was not copied: "+says, h.View.AsYAML(first)...).For(explain.Mends))
	}
	return n
}

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
	gone, there, going := s.would(ctx, trace.Gone), s.would(ctx, trace.Live), s.would(ctx, trace.Deleting)
	switch {
	case gone != "" && there == "":
		return at, "if it is gone, " + gone
	case gone == "" && there != "":
		return at, "if it is there, " + there
	case gone == "" && going != "":
		return at, "if it is being deleted itself, " + going
	}
	return at, ""
}

// would is what the check says if the other object is so, with its first step.
func (s *situation) would(ctx context.Context, state trace.State) string {
	s.variables["otherState"] = string(state)
	s.evaluateVars(ctx)
	if !s.holds() {
		return ""
	}
	told := isGone.ReplaceAllString(strings.ReplaceAll(phrase.OneLine(s.text(s.CEL.Message)), named(s.other), "it"), "")
	if told != "" && s.Reason != "" && len(s.Steps) > 0 && s.isTrue(s.CEL.StepWhen[0]) && len(s.Steps[0].Command) == 0 && !strings.Contains(s.Steps[0].Text, "{") {
		told += ": " + s.Steps[0].Text
	}
	return told
}
