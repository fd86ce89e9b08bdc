package copyist

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// usersGone is a failure at what is said to be in use, where a person tells that what uses it is gone: it may be counted
// still, or only remembered. What would have to be removed is looked for first, and who counts it looks again.
func usersGone(h *hearing.Case, f hearing.Finding) (_ hearing.Finding, is bool) {
	if m := failure.Of(f.Message); m == nil || !m.Used || f.Reason != explain.Failing && f.Verdict != explain.Undecided {
		return f, false
	}
	words := phrase.WordsOf(f.Message)
	for _, s := range acts.StatesTold(h) {
		if s.Is != sentence.IsGone || s.Asked || !slices.ContainsFunc(s.Heads(), func(head []string) bool { return namedIn(words, head) }) {
			continue
		}
		fact := holder.AsTold(s.Said)
		f.Add(fact)
		f.Message = "what would use it is gone" + byText + ": " + phrase.Quoted(fact.Words) + "; so this may only be remembered, or counted wrong: " + f.Message
		var n hearing.Notes
		n.Mend("make sure that nothing is left of " + called(s.Thing) + ": then nothing has to be removed, and its controller only has to look again")
		n.Do(explain.Tell("have " + h.HolderName() + " look again: change something on the object that means nothing, as an annotation, or start that controller anew").Then())
		f.Foremost, f.Steps = n.Steps, slices.Clone(f.Steps)
		onlyWhere(f.Steps, "if there is something all the same, ")
		return f, true
	}
	return f, false
}

// onlyWhere puts a condition before the first step that mends, and tells where that is, -1 where none does.
func onlyWhere(steps []explain.Step, so string) (at int) {
	if at = slices.IndexFunc(steps, func(s explain.Step) bool { return s.Aim == explain.Mends }); at >= 0 {
		steps[at].Text = so + steps[at].Text
	}
	return at
}

// namedIn reports whether the noun for a thing is among words.
func namedIn(words, noun []string) bool {
	return len(noun) > 0 && !slices.ContainsFunc(noun, func(part string) bool {
		return len(part) < 3 || !slices.ContainsFunc(words, func(word string) bool { return phrase.SingularOf(word) == part })
	})
}
