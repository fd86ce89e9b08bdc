package holder

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// oftenTold is how many of the usual causes are told of.
const oftenTold = 2

// mostOften is what most often keeps the holder from taking the finalizer off, as far as
// the catalogue knows, with the node that the object says it is about; of one that runs,
// without that it does not. What was copied beside the object may say that there is none of
// what a cause is about: then it is not that.
func mostOften(h *hearing.Case, runs bool) string {
	var beside []string
	for _, l := range h.View.Logs.Aside {
		beside = append(beside, l.Text)
	}
	denied := sentence.Denied(beside)
	var causes []string
	for _, c := range h.Entry.Causes {
		if (!runs || !c.Absent) && len(causes) < oftenTold && !begins(c.Text, denied) {
			causes = append(causes, c.Text)
		}
	}
	often := strings.Join(causes, ", or ")
	if node, _ := NodeNamed(h); node != "" && often != "" {
		often += " (it is about node " + node + ")"
	}
	return often
}

// mostBegin is in how many of its first words a cause says what is there.
const mostBegin = 3

// begins reports whether a cause begins with one of these kinds.
func begins(cause string, kinds map[string]bool) bool {
	words := strings.FieldsFunc(strings.ToLower(cause), func(c rune) bool { return !phrase.Alphanumeric(c) })
	return slices.ContainsFunc(words[:min(len(words), mostBegin)], func(word string) bool { return kinds[phrase.SingularOf(word)] })
}
