package copyist

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// Hung is a hold of which a person who has watched the deletion writes that it does not come to its end. That is seen, and
// no guess: what nothing else decides is stuck then, whatever the reason is. What is on its way goes on all the same.
func Hung(h *hearing.Case, hold explain.Hold) explain.Hold {
	if !h.View.Copied || !h.Node.State.Going() || hold.Verdict != explain.Undecided && hold.Verdict != explain.Waiting ||
		hold.Reason == explain.JustAsked || acts.EndedNow(h) != "" || slices.ContainsFunc(hold.Blockers, func(b explain.Blocker) bool { return b.State.Going() }) {
		return hold
	}
	said := saidToHang(h)
	if said == "" {
		return hold
	}
	hold.Verdict = explain.Stuck
	fact := holder.AsTold(said)
	if !slices.ContainsFunc(hold.Evidence, func(e explain.Evidence) bool { return strings.Contains(e.Words, fact.Words) }) {
		hold.Evidence = append(slices.Clone(hold.Evidence), fact)
	}
	if !strings.Contains(hold.Message, fact.Words) {
		hold.Message += roomFor(hold.Message, seen+": "+phrase.Quoted(fact.Words), seen)
	}
	return hold
}

// seen is that somebody has seen it hang, and mostHung how long an answer may be that tells so: why it holds counts for more.
const (
	seen     = "; it hangs, as is written beside it"
	mostHung = 240
)

// roomFor is the first of some endings for which a message has room.
func roomFor(message string, endings ...string) string {
	for _, ending := range endings {
		if utf8.RuneCountInString(message+ending) <= mostHung {
			return ending
		}
	}
	return ""
}

// saidToHang is the sentence beside an object that tells that its deletion hangs: where others go too, one that names it or its kind.
func saidToHang(h *hearing.Case) string {
	names := func(said string) bool { return acts.NamesIt(h, said) }
	lines := h.View.Logs.Aside.Texts()
	if !h.GoesAlone() {
		lines = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return !names(line) })
	}
	return sentence.Hangs(lines, names, h.Node.Name, h.Node.Namespace)
}
