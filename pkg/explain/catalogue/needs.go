package catalogue

import (
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// needsCheck is the check that decides where something is gone which the component
// does nothing without.
func needsCheck(f *Finalizer) *CheckSpec {
	gone := "that is gone"
	if f.NeedsSeveral {
		gone = "not all of that is there any more"
	}
	return &CheckSpec{
		ID: "needs of " + f.EntryID(), Finalizers: []string{f.EntryID()}, Reason: explain.PrerequisiteGone,
		Message:  strconv.Quote(f.Component + " does nothing for it without " + f.Needs + ", and " + gone),
		Blockers: f.NeedsRefs, While: WhileAnyGone,
		Next: []StepSpec{{Text: "bring it back under the same name, until this is through"}}, Source: f.Source, Need: true,
	}
}
