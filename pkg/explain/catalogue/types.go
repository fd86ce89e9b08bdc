package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
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

// listed is the kind that files list under a word, with its group where the word has it. Of a plain word that has to be
// told.
func (c *Catalogue) listed(word string) (kind, group string, known bool) {
	for _, k := range c.types.named[strings.ToLower(word)] {
		switch {
		case strings.Contains(word, "."):
			return k.kind, k.group, true
		case apart(k.kind):
			return k.kind, "", true
		}
	}
	return "", "", false
}

// GroupListed is the one group that is known to have a kind, where lines have a word of the project that lists it: a
// platform may give a kind of its own any name. It is empty where there are several, where the kind is a plain word, or
// where another project holds some of that name.
func (c *Catalogue) GroupListed(kind string, lines []string) string {
	found := c.types.named[strings.ToLower(kind)]
	if len(found) != 1 || found[0].kind != kind || !apart(kind) || !found[0].told(lines) {
		return ""
	}
	for f, p := range c.projects {
		if p.Project != found[0].project && slices.ContainsFunc(f.Kinds, func(k string) bool { return strings.EqualFold(kindPart(k), kind) }) {
			return ""
		}
	}
	return found[0].group
}

// Typed is the one kind that people type a word for, which is its name, or which is short for it where lines have a word
// of the project that lists it.
func (c *Catalogue) Typed(word string, lines []string) (kind, group string, known bool) {
	word = strings.ToLower(word)
	if kind, group, known = c.Spelled(word); known {
		return kind, group, known
	}
	if found := c.types.short[word]; len(found) == 1 && found[0].told(lines) {
		return found[0].kind, found[0].group, true
	}
	return "", "", false
}

// told reports whether lines have a word of the project that lists a kind, beside the kind itself: its name, its domain,
// or that of whoever has the domain, as in an error of zorgapi. Where something is reached tells nothing.
func (k *listedKind) told(lines []string) bool {
	party, _, _ := strings.Cut(registered(k.group), ".")
	name := strings.ToLower(k.project)
	for _, line := range lines {
		line = strings.ToLower(hostSaid.ReplaceAllString(line, " "))
		if strings.Contains(line, name) || slices.ContainsFunc(strings.FieldsFunc(line, notLetter), func(word string) bool { return word == party || word == party+"api" }) {
			return true
		}
	}
	return false
}
