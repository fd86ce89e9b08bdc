package catalogue

import (
	"cmp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// EntryForWords is the entry of the one component that holds objects of a kind and that words
// tell of: they name its domain or, of a kind of which nobody told the group, its project in one word; or else, which only
// suggests it, its project or what its finalizer is called after. Words tell of a project; which of its components it is,
// the kind tells before they do. It is false where they tell of several.
func (c *Catalogue) EntryForWords(kind trace.Kind, words string) (entry Entry, ok bool) {
	words = strings.ToLower(words)
	fitting := map[string][]*Finalizer{} // by their project
	told := map[*Finalizer]int{}
	most := map[string]int{}
	for f, p := range c.projects {
		if f.Class == ClassNever || !c.mayHold(f, kind) {
			continue
		}
		fitting[p.Project] = append(fitting[p.Project], f)
		told[f] = toldOf(f, p.Project, strings.ToLower(kind.Kind), words)
		most[p.Project] = max(most[p.Project], told[f])
	}
	best, project := 0, ""
	for of, score := range most {
		switch {
		case score > best:
			best, project = score, of
		case score == best:
			project = ""
		}
	}
	if best == 0 || project == "" {
		return Entry{}, false
	}
	entry, ok = c.soleFor(kind, fitting[project], told)
	if ok && best == byProject {
		entry.Confidence = ConfidenceLow
	}
	return entry, ok
}

// soleFor is the entry of the one component among those of a project that is most for a kind, and
// of equal ones that which words tell of most.
func (c *Catalogue) soleFor(kind trace.Kind, among []*Finalizer, told map[*Finalizer]int) (entry Entry, ok bool) {
	var best *Finalizer
	several := false
	for _, f := range among {
		order := 1
		if best != nil {
			order = cmp.Or(cmp.Compare(meant(f, kind), meant(best, kind)), cmp.Compare(told[f], told[best]))
		}
		switch {
		case order < 0:
		case order > 0:
			best, several, entry = f, false, c.entryOf(f)
		case f.Component != best.Component:
			several = true
		case graver(f, &entry):
			best, entry = f, c.entryOf(f)
		}
	}
	if best == nil || several {
		return Entry{}, false
	}
	return entry, true
}

// meant is how much an entry is for a kind before others: most where it names that with its group,
// and then where it is for no other kind.
func meant(f *Finalizer, kind trace.Kind) (points int) {
	alone := true
	for _, k := range f.Kinds {
		name, group, _ := strings.Cut(k, ".")
		if !strings.EqualFold(name, kind.Kind) {
			alone = false
		} else if kind.Group != "" && group == kind.Group {
			points += 2
		}
	}
	if alone {
		points++
	}
	return points
}

// GroupSaid is the group in which the one component has a kind of which lines tell, empty where none is told, or where
// these tell of several.
func (c *Catalogue) GroupSaid(kind string, lines []string) (group string) {
	entry, _ := c.EntryForWords(trace.Kind{Kind: kind}, strings.Join(lines, "\n"))
	for _, pattern := range entry.Kinds {
		if name, of, _ := strings.Cut(pattern, "."); name == kind {
			group = of
		}
	}
	return group
}
