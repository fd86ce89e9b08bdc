package copyist

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// WentBack is a hold with what ended it for whoever copied the object, where they write that it was an older release.
func WentBack(h *hearing.Case, hold explain.Hold) explain.Hold {
	if !h.View.Copied || !h.GoesAlone() || hold.Verdict != explain.Stuck && hold.Verdict != explain.Undecided {
		return hold
	}
	said := sentence.Reverted(holder.Prose(h))
	if said == "" || len(said) > longest {
		return hold
	}
	fact := holder.AsTold(said)
	again := explain.Tell("run the older release again that ends it" + byText + ", where its notes let you go back to that: " + phrase.Quoted(fact.Words)).For(explain.Mends)
	hold.Evidence = append(hold.Evidence, fact)
	hold.Next = append([]explain.Step{again}, hold.Next...)
	return hold
}
