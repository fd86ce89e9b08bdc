package catalogue

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// KindLike is the one kind of a project, with its group where that is told, that a word may
// mean: its name, the plural of that, or what it ends in.
func (c *Catalogue) KindLike(project, word string) (kind, group string, known bool) {
	if project == "" {
		return "", "", false
	}
	for _, whole := range []bool{true, false} {
		fitting := map[string]string{}
		for f, p := range c.projects {
			for _, pattern := range f.Kinds {
				name, of, _ := strings.Cut(pattern, ".")
				if p.Project != project || !meansKind(word, name, whole) {
					continue
				}
				fitting[name] = max(fitting[name], of)
			}
		}
		if len(fitting) > 1 {
			return "", "", false
		}
		for name, of := range fitting {
			return name, of, true
		}
	}
	return "", "", false
}

// SameProgram reports whether the program that holds a finalizer is known to look after objects of a kind too: by another
// finalizer of its component, or of a project in whose program that runs.
func (c *Catalogue) SameProgram(e *Entry, kind string) bool {
	for f, p := range c.projects {
		same := p.Project == e.Project && f.Component == e.Component || slices.Contains(e.Controller.Within, p.Project)
		if same && slices.ContainsFunc(f.Kinds, func(pattern string) bool { return strings.EqualFold(kindPart(pattern), kind) }) {
			return true
		}
	}
	return false
}

// meansKind reports whether a word is the name of a kind, or one of several, or what that
// ends in.
func meansKind(word, kind string, whole bool) bool {
	word, kind = strings.ToLower(word), strings.ToLower(kind)
	return slices.ContainsFunc([]string{word, strings.TrimSuffix(word, "s"), strings.TrimSuffix(word, "es")}, func(singular string) bool {
		return kind == singular || !whole && len(singular) >= shortestKind && strings.HasSuffix(kind, singular)
	})
}

// Spelled is a kind as the catalogue spells it, whatever its letters, with its group where
// all that name it agree in that, or where the word has it: gear.zorg.io.
func (c *Catalogue) Spelled(word string) (kind, group string, known bool) {
	if !c.calls(word) {
		return c.listed(word)
	}
	several := false
	for f := range c.projects {
		for _, pattern := range f.Kinds {
			name, of := kindAndGroup(f, pattern)
			if !strings.EqualFold(name, word) && (of == "" || !strings.EqualFold(name+"."+of, word)) {
				continue
			}
			several = several || known && (name != kind || of != group)
			if !known || name < kind {
				kind = name
			}
			group, known = of, true
		}
	}
	if several {
		group = ""
	}
	if group == "" {
		group = c.standardGroup(kind)
	}
	return kind, group, known
}

// standardGroup is the group of a kind that a standard of Kubernetes has, by the checks that are for it there, where
// nothing tells of another group with such a kind. A plain word may be a kind of anybody's.
func (c *Catalogue) standardGroup(kind string) (group string) {
	if c.oneWord(kind) {
		return ""
	}
	for _, check := range c.checks {
		from := &check.From
		if slices.Contains(from.Kinds, kind) && len(from.Groups) == 1 && common(from.Groups[0]) {
			group = from.Groups[0]
		}
	}
	other := func(of string) bool { return of != "" && of != group }
	for _, check := range c.checks {
		if slices.Contains(check.From.Kinds, kind) && slices.ContainsFunc(check.From.Groups, other) {
			return ""
		}
	}
	for f := range c.projects {
		for _, pattern := range f.Kinds {
			if name, of := kindAndGroup(f, pattern); name == kind && other(of) {
				return ""
			}
		}
	}
	return group
}

// calls reports whether a word is the name of a kind, alone or with its group.
func (c *Catalogue) calls(word string) bool {
	c.namesOnce.Do(func() {
		c.names = map[string]bool{}
		for f := range c.projects {
			for _, pattern := range f.Kinds {
				name, of := kindAndGroup(f, pattern)
				c.names[strings.ToLower(name)] = true
				c.names[strings.ToLower(name+"."+of)] = true
			}
		}
	})
	return c.names[strings.ToLower(word)]
}

// kindAndGroup is a kind of an entry, and its group where that is told, or its finalizer is called after both.
func kindAndGroup(f *Finalizer, pattern string) (kind, group string) {
	kind, group, _ = strings.Cut(pattern, ".")
	host, _, _ := strings.Cut(f.Pattern, "/")
	if called, is := strings.CutPrefix(host, strings.ToLower(kind)+"."); is && group == "" && f.Match == "" && strings.Contains(called, ".") {
		group = called
	}
	return kind, group
}

// ProjectOf is the one project that the catalogue knows to have kinds of an API group, or to hold objects of it or
// of those of its domain; empty where there is none, or several. A family has no objects.
func (c *Catalogue) ProjectOf(group string) (project string) {
	if listed := c.types.projects[group]; len(listed) == 1 {
		project = listed[0]
	}
	labels := strings.Split(group, ".")
	if len(labels) < 3 {
		return project
	}
	domain := strings.Join(labels[1:], ".")
	if slices.Contains(shared, domain) {
		return project
	}
	for f, p := range c.projects {
		host, _, _ := strings.Cut(f.Pattern, "/")
		if p.Family || !slices.ContainsFunc(append([]string{"." + host}, f.Kinds...), func(k string) bool {
			_, g, _ := strings.Cut(k, ".")
			return g == group || within(g, domain) && !calledAfter(g, domain, p.Project)
		}) {
			continue
		}
		if project != "" && project != p.Project {
			return ""
		}
		project = p.Project
	}
	return project
}

// calledAfter reports whether a project is called after the one group of a domain that is its own, as where others of the same
// makers have groups beside it.
func calledAfter(group, domain, project string) bool {
	label, _, _ := strings.Cut(strings.TrimSuffix(group, "."+domain), ".")
	last := project[strings.LastIndexByte(project, ' ')+1:]
	return group != domain && strings.EqualFold(label, last) && !strings.EqualFold(last, "operator")
}

// ofDomain reports whether a finalizer is of a domain, or of one below it.
func ofDomain(finalizer, domain string) bool {
	host, _, _ := strings.Cut(finalizer, "/")
	return within(host, domain)
}

// shortestKind is how long the end of a kind has to be to stand for it.
const shortestKind = 5

// How surely words tell of a component.
const (
	byProject = 1 + iota
	byDomain
)

// toldOf says how surely words in lower case tell of an entry, 0 for not at all. What they call the kind tells of no
// project.
func toldOf(f *Finalizer, project, kind, words string) int {
	host, _, _ := strings.Cut(f.Pattern, "/")
	if labels := strings.Split(host, "."); len(labels) > 1 && f.Match != MatchRegex && f.Match != MatchOwn {
		domain := strings.Join(labels[len(labels)-2:], ".")
		if !slices.Contains(shared, domain) && (strings.Contains(words, "."+domain) || strings.Contains(words, domain+"/")) {
			return byDomain
		}
	}
	for word := range strings.FieldsSeq(strings.ToLower(project + " " + strings.ReplaceAll(project, " ", ""))) { // argo, cd or argocd
		if len(word) >= 3 && word != kind && !slices.Contains(plainWords, word) && hasWord(words, word) {
			return byProject
		}
	}
	if saysName(f, words) {
		return byProject
	}
	return 0
}

// hasWord reports whether words have one among them. One with a hyphen is also written without: kubeovn.
func hasWord(words, word string) bool {
	if !strings.Contains(word, "-") {
		return slices.Contains(strings.FieldsFunc(words, notLetter), word)
	}
	hyphened := func(c rune) bool { return c != '-' && notLetter(c) }
	return slices.Contains(strings.FieldsFunc(words, hyphened), word) || slices.Contains(strings.FieldsFunc(words, notLetter), strings.ReplaceAll(word, "-", ""))
}

// leastParts is of how many words the name of a finalizer has to be to tell it apart.
const leastParts = 3

// saysName reports whether a line has all the words of which the name of a finalizer is made, as
// one of a load balancer and its cleanup has those of load-balancer-cleanup.
func saysName(f *Finalizer, words string) bool {
	_, name, qualified := strings.Cut(f.Pattern, "/")
	parts := strings.Split(name, "-")
	if !qualified || len(parts) < leastParts || f.Match == MatchRegex || f.Match == MatchOwn {
		return false
	}
	for line := range strings.Lines(words) {
		said := strings.FieldsFunc(line, notLetter)
		if !slices.ContainsFunc(parts, func(part string) bool { return !slices.Contains(said, part) }) {
			return true
		}
	}
	return false
}

func notLetter(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }

// plainWords tell no project apart from others.
var plainWords = strings.Fields("the for and with load balancer controller operator cluster api manager service services cloud provider kubernetes ingress gateway network networking storage system driver")

// KindOfFinalizers is the one kind that the catalogue knows to have all of these finalizers, with its group
// where that is told; empty where it knows none, or several.
func (c *Catalogue) KindOfFinalizers(finalizers []string) (group, kind string) {
	for _, name := range finalizers {
		for _, f := range c.owners(name) {
			if len(f.Kinds) == 0 || f.Match == MatchOwn {
				return "", ""
			}
			for _, pattern := range f.Kinds {
				found, of, _ := strings.Cut(pattern, ".")
				if found == "*" || kind != "" && (found != kind || of != group) {
					return "", ""
				}
				kind, group = found, of
			}
		}
	}
	return group, kind
}

// KindSaid is the one kind of which lines say that it goes, by the word of a project for it: that project has
// the API groups which they name.
func (c *Catalogue) KindSaid(lines []string) (group, kind string) {
	text := strings.Join(lines, "\n")
	entry, _ := c.EntryForGroups(text)
	for _, m := range goesSaid.FindAllStringSubmatch(text, -1) {
		found, of, known := c.KindLike(entry.Project, m[1]+m[2])
		if !known || kind != "" && found != kind {
			return "", ""
		}
		kind, group = found, of
	}
	return group, kind
}

// goesSaid is how lines say of what they call by a word that it goes.
var goesSaid = regex.New(`\b([A-Za-z]{4,}) "?[a-z0-9][a-z0-9./-]*"? has a deletion ?[tT]imestamp|\bfinali[sz]er (?:for|of) (?:the )?([A-Za-z]{4,})\b`)
