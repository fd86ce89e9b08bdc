package signs

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// likewise tells of further objects of the same kind at which lines that were copied beside this one
// fail: whoever copied them asks about all, and the answer is about one.
func likewise(h *hearing.Case) (n hearing.Notes) {
	if !spokenOnly(h) || h.Kind.IsUntyped() || h.Node.Name == explain.NoName {
		return n
	}
	var others []string
	for _, l := range linesBeside(h) {
		at, another := anotherIn(h, &l)
		name := strings.TrimPrefix(at.Namespace+"/"+at.Name, "/")
		if another && strings.EqualFold(at.Kind, h.Kind.Kind) && lineFails(&l) && !slices.Contains(others, name) {
			others = append(others, name)
		}
	}
	if len(others) > 0 {
		related(&n, besideIt, "it fails at others of the kind too: ", phrase.Count(len(others), "more", "more")+": "+strings.Join(others[:min(len(others), mostOutside)], ", "), "")
	}
	return n
}
