package acts

import (
	"cmp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// oftenTold is how many of the usual causes are told of.
const oftenTold = 2

// MostOften is what most often keeps the holder from taking the finalizer off, as far as
// the catalogue knows; of one that runs, without that it does not: first those in the words of what is said. What was copied beside the
// object may say that there is none of what a cause is about, and the object that a field is otherwise: then it is not that.
func MostOften(h *hearing.Case, runs bool) string {
	usual := usualCauses(h)
	if runs {
		usual = slices.DeleteFunc(usual, func(c catalogue.Cause) bool { return c.Absent })
	}
	if told, is := ToldCause(h); is && h.Health != explain.Running {
		usual = slices.DeleteFunc(usual, func(c catalogue.Cause) bool { return c == told.Cause }) // it is told by itself
	}
	var causes []string
	for _, c := range usual[:min(len(usual), oftenTold)] {
		causes = append(causes, h.Filled(c.Text))
	}
	return strings.Join(causes, ", or ")
}

// absenceFirst reports whether the holder most often is not there at all.
func absenceFirst(h *hearing.Case) bool {
	usual := usualCauses(h)
	return len(usual) > 0 && usual[0].Absent
}

// usualCauses are what may keep the holder from taking the finalizer off, the likeliest first.
func usualCauses(h *hearing.Case) []catalogue.Cause {
	beside := h.View.Logs.Aside.Texts()
	denied := sentence.Denied(beside)
	usual := slices.DeleteFunc(slices.Clone(h.Entry.Causes), func(c catalogue.Cause) bool { return begins(c.Text, denied) || h.Denies(c.Text) })
	heard := heardIn(h, append(beside, saidBy(h.Object)...))
	slices.SortStableFunc(usual, func(a, b catalogue.Cause) int { return cmp.Compare(shared(b.Text, heard), shared(a.Text, heard)) })
	return usual
}

// saidBy are the messages of an object's conditions.
func saidBy(obj *unstructured.Unstructured) (out []string) {
	if obj == nil {
		return nil
	}
	for _, c := range manifest.ConditionsOf(obj.Object) {
		out = append(out, c.Reason+" "+c.Message)
	}
	return out
}

// everywhere are words that stand in most texts about a deletion, and so tell no cause.
var everywhere = strings.Fields("deleted deletion deleting delete finalizer finalizers object controller operator resource cluster stuck terminating kubernetes that this with from have been still first does cannot could when there which namespace status")

// shortest is how long a word is that tells something.
const shortest = 4

// heardIn are the words of texts by which one cause may be told from another: not what the object and its
// holder are called.
func heardIn(h *hearing.Case, texts []string) map[string]bool {
	heard := map[string]bool{}
	for _, word := range phrase.WordsOf(strings.Join(texts, " ")) {
		heard[phrase.SingularOf(word)] = len(word) >= shortest
	}
	for _, word := range append(phrase.WordsOf(strings.Join([]string{h.Entry.Project, h.Kind.Kind, h.Kind.Resource, h.Kind.Group, h.Holder.Name}, " ")), everywhere...) {
		delete(heard, phrase.SingularOf(word))
	}
	return heard
}

// alike is how many words a cause has in common with what was heard where it is of the same, and not by chance.
const alike = 2

func shared(cause string, heard map[string]bool) (n int) {
	told := map[string]bool{}
	for _, word := range phrase.WordsOf(cause) {
		if word = phrase.SingularOf(word); heard[word] && !told[word] {
			told[word] = true
			n++
		}
	}
	if n < alike {
		return 0
	}
	return n
}

// mostBegin is in how many of its first words a cause says what is there.
const mostBegin = 3

// begins reports whether a cause begins with one of these kinds.
func begins(cause string, kinds map[string]bool) bool {
	words := phrase.WordsOf(cause)
	return slices.ContainsFunc(words[:min(len(words), mostBegin)], func(word string) bool { return kinds[phrase.SingularOf(word)] })
}
