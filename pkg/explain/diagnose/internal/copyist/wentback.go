package copyist

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// WentBack is a hold with what ended it for whoever copied the object, where they write that it was an older release: another
// way than the first, unless that only looks. With a part of Kubernetes that fails, what it works with may be meant.
func WentBack(h *hearing.Case, hold explain.Hold) explain.Hold {
	if !h.View.Copied || !h.GoesAlone() || hold.Verdict != explain.Stuck && hold.Verdict != explain.Undecided || hold.Holder.BuiltIn && hold.Reason != explain.Failing && hold.Reason != explain.KubeletUnfinished {
		return hold
	}
	said := sentence.Reverted(holder.Prose(h), func(words string) bool {
		return words == "" || !hold.Holder.BuiltIn && (strings.EqualFold(strings.TrimSpace(words), hold.Holder.Project) || holder.IsCalled(h, words))
	})
	if said == "" || len(said) > longest {
		return hold
	}
	fact := holder.AsTold(said)
	again := explain.Tell("run the older release again that ends it" + byText + ", where its notes let you go back to that: " + phrase.Quoted(fact.Words)).For(explain.Mends)
	hold.Evidence = append(hold.Evidence, fact)
	at := 0
	for at < len(hold.Next) && (at == 0 && hold.Next[0].Aim != explain.Looks || hold.Next[at].After) {
		at++ // behind what goes with the first
	}
	hold.Next = slices.Insert(slices.Clone(hold.Next), at, again)
	return hold
}
