package trace

import (
	"cmp"
	"slices"
	"strings"
)

// Fold stands for dependents that are alike: same kind, same rule, none of
// them deleting, held or with dependents of its own.
type Fold struct {
	Group    string
	Kind     string
	Resource string
	Rule     string
	Count    int
}

// foldKey is what makes dependents alike.
type foldKey struct {
	parent *vertex
	kind   int
	rule   string
}

// fold takes the dependents that are alike and healthy out of the graph and
// counts them at the object above. A dependent that stands below several
// objects of the graph stays.
func (b *builder) fold(d *draft) {
	counts := map[foldKey]int{}
	visible := map[foldKey][]*vertex{}
	for v := range d.kept {
		for _, e := range v.folds {
			counts[foldKey{v, e.kind, e.rule}] += len(e.records) + e.counted
		}
		if key, ok := d.foldable(v); ok {
			visible[key] = append(visible[key], v)
		}
	}
	for key, vs := range visible {
		if counts[key]+len(vs) <= alike {
			continue
		}
		counts[key] += len(vs)
		for _, v := range vs {
			delete(d.kept, v)
		}
	}
	for key, count := range counts {
		if count == 0 {
			continue
		}
		kind := b.kinds.list[key.kind]
		key.parent.Folded = append(key.parent.Folded, Fold{
			Group: kind.Group, Kind: kind.Kind, Resource: kind.Resource, Rule: key.rule, Count: count,
		})
	}
	for v := range d.kept {
		slices.SortFunc(v.Folded, func(x, y Fold) int {
			return cmp.Or(strings.Compare(x.Group, y.Group), strings.Compare(x.Kind, y.Kind), strings.Compare(x.Rule, y.Rule))
		})
	}
}

// foldable reports whether a vertex has nothing to show but that it exists, and
// with which others it would be folded.
func (d *draft) foldable(v *vertex) (foldKey, bool) {
	plain := v.State == Live && !v.dangling && !v.Asked && len(v.Finalizers) == 0 && v.Note == "" && v.Disagreement == ""
	leaf := len(d.out[v]) == 0 && len(v.folds) == 0 && v.Cut == 0
	if !plain || !leaf || len(d.in[v]) == 0 {
		return foldKey{}, false
	}
	first := d.in[v][0]
	for _, key := range d.in[v] {
		if key.from != first.from || d.edges[key].Fault != "" {
			return foldKey{}, false
		}
		if key.rule == OwnerRule {
			first = key
		}
	}
	return foldKey{first.from, v.kind, first.rule}, true
}
