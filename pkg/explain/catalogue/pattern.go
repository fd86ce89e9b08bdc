package catalogue

import (
	"path"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Glob compares a name, which holds no slash, with a pattern in which * stands for
// anything.
func Glob(pattern, name string) bool {
	fits, err := path.Match(pattern, name)
	return fits && err == nil
}

// groupFits reports whether an API group fits a pattern: "*" fits all, "*.x"
// all groups that end in ".x", anything else itself.
func groupFits(pattern, group string) bool {
	if pattern == "*" {
		return true
	}
	if suffix, ok := strings.CutPrefix(pattern, "*."); ok {
		return len(group) > len(suffix)+1 && strings.HasSuffix(group, suffix) &&
			group[len(group)-len(suffix)-1] == '.'
	}
	return pattern == group
}

// kindFits reports whether a kind fits "Kind", "Kind.group" or "*.group". Of an object
// that was copied without its apiVersion the group is not known, and of one without its
// kind not how that is spelled; and one of which only words were copied may be of any.
func kindFits(pattern string, kind trace.Kind) bool {
	if kind.IsUntyped() {
		return true
	}
	name, group, grouped := strings.Cut(pattern, ".")
	if name != "*" && !strings.EqualFold(name, kind.Kind) {
		return false
	}
	return !grouped || kind.Ungrouped() || groupFits(group, kind.Group)
}

func anyKindFits(patterns []string, kind trace.Kind) bool {
	for _, p := range patterns {
		if kindFits(p, kind) {
			return true
		}
	}
	return false
}

// listsFit is the common part of selectorSpec and targetSpec.
func listsFit(groups, kinds, categories []string, kind trace.Kind) bool {
	if len(groups) > 0 && !slices.ContainsFunc(groups, func(p string) bool { return groupFits(p, kind.Group) }) {
		return false
	}
	if len(kinds) > 0 && !slices.ContainsFunc(kinds, func(k string) bool { return strings.EqualFold(k, kind.Kind) }) {
		return false
	}
	return len(categories) == 0 || slices.ContainsFunc(categories, func(c string) bool {
		return slices.Contains(kind.Categories, c)
	})
}

// fits reports whether objects of the kind may be selected; When is asked of
// the object later.
func (s *SelectorSpec) fits(kind trace.Kind) bool {
	return listsFit(s.Groups, s.Kinds, s.Categories, kind)
}

// everything reports whether the selector's lists select all kinds there are.
func (s *SelectorSpec) everything() bool {
	return len(s.Kinds) == 0 && len(s.Categories) == 0 && (len(s.Groups) == 0 || slices.Contains(s.Groups, "*"))
}

// Fits reports whether the kind may be the target of a reference from the other.
func (t *TargetSpec) Fits(kind, from trace.Kind) bool {
	groups := t.Groups
	if slices.Contains(groups, GroupPlace) {
		groups = slices.Clone(groups)
		groups[slices.Index(groups, GroupPlace)] = from.Group
	}
	return listsFit(groups, t.Kinds, t.Categories, kind)
}
