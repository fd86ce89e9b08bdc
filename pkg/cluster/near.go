package cluster

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/spelling"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// maxNear bounds how many near types an error names.
const maxNear = 5

// unknown is the error of a type that does not exist. It names those that look
// like it and, of a file, what that holds.
func (t Types) unknown(typ, name string) error {
	type candidate struct {
		kind     trace.Kind
		distance int
	}
	var near []candidate
	for _, k := range t.Kinds {
		if d := nearness(name, k); d <= 2 {
			near = append(near, candidate{k, d})
		}
	}
	if len(near) == 0 {
		return t.lacks(typ, "")
	}
	slices.SortStableFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(standing(a.kind.Group), standing(b.kind.Group)))
	})
	kinds := make([]trace.Kind, 0, maxNear)
	for _, c := range near[:min(len(near), maxNear)] {
		kinds = append(kinds, c.kind)
	}
	return t.lacks(typ, "did you mean "+typeList(kinds)+"?")
}

// lacks says that a type is not there, and what was meant, empty where nothing is like it.
func (t Types) lacks(typ, meant string) error {
	if t.Held == nil {
		return fmt.Errorf("the server serves no type %q: %s", typ, cmp.Or(meant, "kubectl api-resources lists those that it does"))
	}
	if meant == "" {
		return fmt.Errorf("the file holds no object of type %q: it holds %s", typ, t.Held())
	}
	return fmt.Errorf("the file holds no object of type %q: %s It holds %s", typ, meant, t.Held())
}

// nearness says how far a name is from the names of a kind: the number of
// letters to change, add, remove or swap; a part of a name counts as two.
func nearness(name string, k trace.Kind) int {
	best := 3
	for _, other := range []string{k.Resource, k.Singular, strings.ToLower(k.Kind)} {
		if other == "" {
			continue
		}
		d := spelling.Edits(name, other)
		if 2*d >= min(len(name), len(other)) {
			d = 3 // too little in common
		}
		if len(name) > 3 && strings.Contains(other, name) {
			d = min(d, 2)
		}
		best = min(best, d)
	}
	return best
}

// typeList writes "a, b or c", each type with its group.
func typeList(kinds []trace.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Type()
	}
	return phrase.Or(names)
}
