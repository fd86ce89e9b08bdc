package catalogue

import (
	"slices"
	"strconv"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// needsChecks are the checks that decide where something is gone which the component does
// nothing without: one, or one for each kind where that is another for each.
func needsChecks(f *Finalizer) (checks []*CheckSpec) {
	if clausesFor("", f.Needs) == f.Needs || slices.ContainsFunc(f.Kinds, func(k string) bool { return kindPart(k) == "*" }) {
		return []*CheckSpec{needsCheck(f, f.Needs)}
	}
	for _, k := range f.Kinds {
		needs := clausesFor(kindPart(k), f.Needs)
		if needs == "" {
			continue
		}
		check := needsCheck(f, needs)
		check.ID += " on " + k
		check.From.Kinds = []string{kindPart(k)}
		checks = append(checks, check)
	}
	return checks
}

func needsCheck(f *Finalizer, needs string) *CheckSpec {
	gone := "that is gone"
	if f.NeedsSeveral {
		gone = "not all of that is there any more"
	}
	return &CheckSpec{
		ID: "needs of " + f.EntryID(), Finalizers: []string{f.EntryID()}, Reason: explain.PrerequisiteGone,
		Message:  strconv.Quote(f.Component + " does nothing for it without " + needs + ", and " + gone),
		Blockers: f.NeedsRefs, While: WhileAnyGone,
		Next: []StepSpec{{Text: "bring it back under the same name, until this is through"}}, Source: f.Source, Need: true,
	}
}
