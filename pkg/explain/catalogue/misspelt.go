package catalogue

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/spelling"
)

const (
	// maxEdits is how many letters may differ in a name that is near another.
	maxEdits = 2
	// editsPer is the least length for each of them: of a short name two
	// letters are too much.
	editsPer = 5
	maxNear  = 3
)

// misspelt looks for known names that differ in a letter or two, or in case
// alone. Finalizers are compared letter by letter, so whoever owns the near name
// does not take this one off.
func (c *Catalogue) misspelt(finalizer string) (Clue, bool) {
	near := c.near(finalizer)
	if len(near) == 0 {
		return Clue{}, false
	}
	return Clue{
		Form:  FormMisspelt,
		Text:  "did you mean " + strings.Join(near, " or ") + "? If the object really carries the name as you gave it, a controller that only knows the other does not take it off",
		Names: near,
	}, true
}

// near returns the names that are nearest, none of them far.
func (c *Catalogue) near(finalizer string) []string {
	type candidate struct {
		name  string
		edits int
	}
	most := min(maxEdits, len(finalizer)/editsPer)
	var found []candidate
	for name := range c.finalizers.exact {
		if max(len(finalizer), len(name))-min(len(finalizer), len(name)) > most {
			continue
		}
		edits := spelling.Edits(finalizer, name)
		if strings.EqualFold(finalizer, name) {
			edits = 0
		}
		if edits <= most {
			found = append(found, candidate{name, edits})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.edits, b.edits), cmp.Compare(a.name, b.name))
	})
	var out []string
	for _, f := range found[:min(len(found), maxNear)] {
		if f.edits == found[0].edits {
			out = append(out, f.name)
		}
	}
	return out
}
