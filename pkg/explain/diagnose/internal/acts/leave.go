package acts

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// keepingSetting is by what the holder of an object lets it go and leaves what it stands for, by the catalogue.
func keepingSetting(h *hearing.Case) (s sentence.Setting, known bool) {
	s.Sort, s.Key, known = strings.Cut(h.Entry.Keeps, " ")
	s.Key, s.Value, _ = strings.Cut(s.Key, "=")
	return s, known && h.Kind.MayBeCustom()
}

// left is a step by which the holder deletes nothing, with what that costs.
func left(step explain.Step) explain.Step {
	return step.Costing("what is left of what it stands for stays, and nobody looks after that any more", explain.RiskHigh)
}

// LetItGo is how an object goes once it is certain that nothing is left of what it stands for.
func LetItGo(h *hearing.Case) hearing.Notes { return letItGo(h, "") }

// letItGo is how an object goes once it is certain that nothing is left of what it stands for: by the setting with which its
// holder deletes nothing, where it has one and that is not set, and else without the finalizer. Without is what a release of
// its controller would have to do without, empty where none can.
func letItGo(h *hearing.Case, without string) (n hearing.Notes) {
	if h.Entry.Quiet {
		return n // what is said is of another one's work, and this one may be there to guard it
	}
	s, known := keepingSetting(h)
	if known {
		_, kept := keptBy(h, &s)
		known = !kept
	}
	if !known {
		n.Do(explain.Tell("let go of this one finalizer" + phrase.Prefixed(", or run a release of its controller that ", without)).Then())
		n.PlanRemoval(h, planned)
		return n
	}
	text := "have " + h.HolderName() + " let it go with nothing deleted, which it does once the " + s.Sort + " " + s.Key + " is " + s.Value
	step := explain.Tell(text)
	if h.Node.Name != explain.NoName && !h.Kind.IsUntyped() {
		command, _ := settingCommand(h, &s)
		step = left(explain.Act(explain.Unprotects, h.Node.Ref, text, command...))
	}
	n.Do(step.Then())
	n.PlanRemoval(h, "only where that changes nothing, see what taking the finalizer off would do")
	return n
}
