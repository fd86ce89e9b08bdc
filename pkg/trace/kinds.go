package trace

import (
	"slices"
	"strings"
)

// kindTable finds a served kind by what a reference says of it. Kinds are
// numbered in the order of the table, which is that of the Reader.
type kindTable struct {
	list       []Kind
	byKind     map[[2]string]int // group, kind
	byResource map[[2]string]int // group, plural
	silent     []Problem         // the groups that could not be asked
}

func newKindTable(kinds []Kind, silent []Problem) *kindTable {
	t := &kindTable{
		byKind:     make(map[[2]string]int, len(kinds)),
		byResource: make(map[[2]string]int, len(kinds)),
		silent:     silent,
	}
	for i := range kinds {
		t.add(kinds[i])
	}
	return t
}

// add returns the number of the kind, which is a new one unless the table has
// the resource already, be it under another version.
func (t *kindTable) add(kind Kind) int {
	resource := [2]string{kind.Group, kind.Resource}
	if i, ok := t.byResource[resource]; ok {
		return i
	}
	i := len(t.list)
	t.list = append(t.list, kind)
	t.byResource[resource] = i
	if _, taken := t.byKind[[2]string{kind.Group, kind.Kind}]; !taken {
		t.byKind[[2]string{kind.Group, kind.Kind}] = i
	}
	return i
}

// ask is add for a kind that the person named: it is read in that version from
// then on, which may be the only one that can be.
func (t *kindTable) ask(kind Kind) int {
	i := t.add(kind)
	t.list[i] = kind
	return i
}

// lookup finds a kind by its name or, where that is empty, by its plural.
func (t *kindTable) lookup(group, kind, resource string) (int, bool) {
	if kind != "" {
		i, ok := t.byKind[[2]string{group, kind}]
		return i, ok
	}
	i, ok := t.byResource[[2]string{group, resource}]
	return i, ok
}

// unanswered reports whether the group is one that could not be asked for its
// kinds, so that a kind of it may well exist.
func (t *kindTable) unanswered(group string) bool {
	return slices.ContainsFunc(t.silent, func(p Problem) bool { return p.About.APIGroup() && p.About.Group == group })
}

// GroupOf returns the group of an apiVersion.
func GroupOf(apiVersion string) string {
	if group, _, found := strings.Cut(apiVersion, "/"); found {
		return group
	}
	return ""
}

// VersionOf returns the version of an apiVersion.
func VersionOf(apiVersion string) string {
	return apiVersion[strings.LastIndexByte(apiVersion, '/')+1:]
}
