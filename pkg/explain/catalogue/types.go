package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// listedKind is a kind that a file lists with its group.
type listedKind struct{ project, group, kind string }

// listedKinds finds the kinds that files list, by their names in small letters, alone and with their groups, and by
// what is short for them, and the projects that list a group.
type listedKinds struct {
	named, short map[string][]listedKind
	projects     map[string][]string
}

// newListedKinds reads the lists of files: by their groups, the kinds, each with what is short for it.
func newListedKinds(files []source) listedKinds {
	l := listedKinds{named: map[string][]listedKind{}, short: map[string][]listedKind{}, projects: map[string][]string{}}
	for i := range files {
		for group, kinds := range files[i].Types {
			l.projects[group] = append(l.projects[group], files[i].Project)
			for word := range strings.FieldsSeq(kinds) {
				kind, short, _ := strings.Cut(word, "=")
				k := listedKind{files[i].Project, group, kind}
				put := func(in map[string][]listedKind, name string) {
					if name = strings.ToLower(name); !slices.Contains(in[name], k) {
						in[name] = append(in[name], k)
					}
				}
				put(l.named, kind)
				put(l.named, kind+"."+group)
				for name := range strings.FieldsFuncSeq(short, func(c rune) bool { return c == ',' }) {
					put(l.short, name)
				}
			}
		}
	}
	return l
}

// tellsApart is a kind by whose name alone it is told from those of others: of several words, and no plain word.
var tellsApart = regex.New(`^[A-Z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*$`)

// apart reports whether nobody means something else by the name of a kind.
func apart(kind string) bool {
	return tellsApart.MatchString(kind) && kind != strings.ToUpper(kind) && len(kind) >= shortestKind
}

// listed is the kind that files list under a word, with its group where but one has it. Of a plain word the
// group has to be told.
func (c *Catalogue) listed(word string) (kind, group string, known bool) {
	for _, k := range c.types.named[strings.ToLower(word)] {
		if !strings.Contains(word, ".") && !apart(k.kind) {
			return "", "", false
		}
		if known && k.group != group {
			return kind, "", true
		}
		kind, group, known = k.kind, k.group, true
	}
	return kind, group, known
}

// GroupListed is the one group that is known to have a kind, empty where there are several, where the kind is a plain
// word, or where another project holds some of that name.
func (c *Catalogue) GroupListed(kind string) string {
	name, group, known := c.listed(kind)
	if !known || group == "" || name != kind || strings.Contains(kind, ".") {
		return ""
	}
	of := c.types.named[strings.ToLower(kind)][0]
	for f, p := range c.projects {
		if p.Project != of.project && slices.ContainsFunc(f.Kinds, func(k string) bool { return strings.EqualFold(kindPart(k), kind) }) {
			return ""
		}
	}
	return group
}

// Typed is the one kind that people type a word for, which is short for it or is its name.
func (c *Catalogue) Typed(word string) (kind, group string, known bool) {
	word = strings.ToLower(word)
	if kind, group, known = c.Spelled(word); known {
		return kind, group, known
	}
	if found := c.types.short[word]; len(found) == 1 {
		return found[0].kind, found[0].group, true
	}
	return "", "", false
}

// grouped is a kind of which nobody told the group, in the one that is known to have it.
func (c *Catalogue) grouped(kind trace.Kind) trace.Kind {
	if kind.Group == "" && kind.Version != coreVersion {
		kind.Group = c.GroupListed(kind.Kind)
	}
	return kind
}
