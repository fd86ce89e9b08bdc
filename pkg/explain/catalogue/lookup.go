package catalogue

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Answer is what the catalogue says of a finalizer's name, without a cluster.
type Answer struct {
	Finalizer string
	// Kind is the kind that was asked about, as it was asked; empty for all.
	Kind string
	// Entries are the owners that the name may have, one unless the kind
	// decides between several. Empty means that the name is not known.
	Entries []Entry
	// Elsewhere says that the name is known, but not on the kind: Entries are
	// its owners on other kinds.
	Elsewhere bool
	// Clues are what the form of an unknown name suggests.
	Clues []Clue
}

// Entries returns every entry in the order of the files. One that replaces
// another stands in that one's place.
func (c *Catalogue) Entries() []Entry {
	out := make([]Entry, 0, len(c.finalizers.all))
	for _, f := range c.finalizers.all {
		out = append(out, c.entryOf(f))
	}
	return out
}

// Lookup answers for a name on the kind, "Kind" for any group or "Kind.group",
// or for "" on any.
func (c *Catalogue) Lookup(finalizer, kind string) Answer {
	a := Answer{Finalizer: finalizer, Kind: kind}
	owners := c.owners(finalizer)
	fitting := owners
	if kind != "" {
		fitting = c.onKind(owners, finalizer, kind)
		a.Elsewhere = len(fitting) == 0 && len(owners) > 0
	}
	if a.Elsewhere {
		fitting = owners
	}
	asked := trace.Kind{}
	if !a.Elsewhere {
		asked.Kind = kindPart(kind)
	}
	for _, f := range fitting {
		a.Entries = append(a.Entries, c.entryOf(f).For(asked))
	}
	if len(a.Entries) == 0 {
		a.Clues = c.clues(finalizer)
	}
	return a
}

// owners returns the entries that the name has on some kind. An entry that is
// compared later is left out: it would speak for kinds of which an earlier one
// knows nothing, and is nearly always the more general.
func (c *Catalogue) owners(finalizer string) []*Finalizer {
	h := c.finalizers
	if same := h.exact[finalizer]; len(same) > 0 {
		return inOrder(same)
	}
	if same := longest(h.prefixes, func(p string) bool { return strings.HasPrefix(finalizer, p) }); len(same) > 0 {
		return inOrder(same)
	}
	if same := longest(h.suffixes, func(p string) bool { return strings.HasSuffix(finalizer, p) }); len(same) > 0 {
		return inOrder(same)
	}
	all := h.regexes()
	for i := range all {
		if all[i].whole.MatchString(finalizer) {
			return []*Finalizer{all[i].Finalizer}
		}
	}
	return nil
}

// inOrder undoes the order in which entries are searched, the last first.
func inOrder(entries []*Finalizer) []*Finalizer {
	out := slices.Clone(entries)
	slices.Reverse(out)
	return out
}

// longest returns the entries with the longest pattern that matches.
func longest(entries []*Finalizer, matches func(string) bool) []*Finalizer {
	var out []*Finalizer
	for _, f := range entries {
		if matches(f.Pattern) && (len(out) == 0 || len(out[0].Pattern) == len(f.Pattern)) {
			out = append(out, f)
		}
	}
	return out
}

// onKind returns the entries for a kind as a person names it. Where the group is
// left out, those that name the kind count before those for a whole group, and
// these before those for any kind.
func (c *Catalogue) onKind(owners []*Finalizer, finalizer, kind string) []*Finalizer {
	name, group, grouped := strings.Cut(kind, ".")
	if grouped {
		if f := c.finalizers.find(trace.Kind{Group: group, Kind: name, Resource: phrase.PluralOf(strings.ToLower(name))}, finalizer); f != nil {
			return []*Finalizer{f}
		}
		return nil
	}
	var named, wild, generic []*Finalizer
	for _, f := range owners {
		switch {
		case len(f.Kinds) == 0:
			generic = append(generic, f)
		case slices.ContainsFunc(f.Kinds, func(p string) bool { return kindPart(p) == name }):
			named = append(named, f)
		case slices.ContainsFunc(f.Kinds, func(p string) bool { return kindPart(p) == "*" }):
			wild = append(wild, f)
		}
	}
	for _, some := range [][]*Finalizer{named, wild} {
		if len(some) > 0 {
			return some
		}
	}
	return generic
}

func kindPart(pattern string) string {
	name, _, _ := strings.Cut(pattern, ".")
	return name
}

// Narrow returns the entries whose pattern begins with the text, and those whose
// project or component does. Names of these are compared by letters and digits
// alone: "argo-cd" is "Argo CD". An empty text is all.
func Narrow(entries []Entry, text string) []Entry {
	if text == "" {
		return entries
	}
	var out []Entry
	plain := lettersAndDigits(text)
	named := func(name string) bool { return plain != "" && strings.HasPrefix(lettersAndDigits(name), plain) }
	for i := range entries {
		if e := &entries[i]; strings.HasPrefix(e.Pattern, text) || named(e.Project) || named(e.Component) {
			out = append(out, *e)
		}
	}
	return out
}

func lettersAndDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
