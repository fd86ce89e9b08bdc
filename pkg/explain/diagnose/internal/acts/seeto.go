package acts

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// SeeTo are the steps to what somebody says that they wait for: to the objects that the words
// name, where they do, and else to the words.
func SeeTo(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if n = StillAttached(ctx, h, words); len(n.Steps) > 0 {
		return n
	}
	var told []schema.GroupKind
	for _, w := range sentence.Waits(words, func(word string) bool { return KindMeant(h, word).Kind != "" }) {
		if w.For != sentence.Gone && w.For != sentence.Unsaid {
			continue
		}
		for i, named := range w.Names {
			kind := KindMeant(h, named.Kind)
			itself := kind.Kind == h.Kind.Kind && kind.Group == h.Kind.Group && (named.Name == "" || named.Name == h.Node.Name)
			if itself || slices.Contains(told, kind) || len(told) == mostSeenTo { // nothing waits for itself: a part of it is meant, or a namesake
				continue
			}
			told = append(told, kind)
			several := slices.ContainsFunc(w.Names[i+1:], func(m sentence.Mention) bool { return KindMeant(h, m.Kind) == kind })
			n.Do(seeToOne(h, words, kind, named, w.For == sentence.Gone, several))
		}
	}
	if len(n.Steps) > 0 {
		return n
	}
	return seeToUnready(ctx, h, words)
}

// mostSeenTo is how many kinds of objects are seen to that somebody waits for.
const mostSeenTo = 2

// seeToOne is the step to an object, or to those of its kind where several are named.
func seeToOne(h *hearing.Case, words string, kind schema.GroupKind, at sentence.Mention, toGo, several bool) explain.Step {
	typed, namespace := h.View.TypeOf(kind.Group, kind.Kind), cmp.Or(at.Namespace, h.Node.Namespace)
	place := placeOf(h, kind, namespace)
	see := func(what, then string) string {
		if toGo {
			return "see " + what + then
		}
		return "see " + what + ", which it waits for" // for what is not said
	}
	if at.Name == "" || several || namespace == "" && len(place) > 0 || cutShort(words, at.Name) {
		return explain.Look(see("which "+typed+" there are", ": they have to go first, those that nobody wants any more"),
			append([]string{"kubectl", "get", typed}, place...)...).For(explain.Mends)
	}
	return explain.Look(see("to "+kind.Kind+" "+at.Name, ": it has to go first; see what holds it, or, if nobody has asked it to go, whether it may, with all that it keeps"),
		append(append([]string{"kubectl", "get", typed + "/" + at.Name}, place...), "-o", "yaml")...).For(explain.Mends)
}

// capitalised is a kind of one word.
var capitalised = regex.New(`^[A-Z][a-z]+$`)

// besideIts is the kind that a word means, of the object's own group where nothing else tells.
func besideIts(h *hearing.Case, word string) schema.GroupKind {
	kind := KindMeant(h, word)
	if kind.Kind == "" && h.View.Copied && h.Kind.MayBeCustom() && capitalised.MatchString(word) {
		kind = schema.GroupKind{Group: h.Kind.Group, Kind: word}
	}
	return kind
}

// seeToUnready is the step to what the words say is not ready, where that is known, and else to the
// one object that they name or to the words.
func seeToUnready(ctx context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	if typed := kindsUnready(h, words); len(typed) > 0 {
		n.Do(explain.Look("see whether these are there and why they are not ready, by these words: "+phrase.Quoted(words),
			append([]string{"kubectl", "get", strings.Join(typed, ",")}, placesOf(h, schema.GroupKind{})...)...).For(explain.Mends))
		return n
	}
	if what := sentence.Unready(words); len(what) == 1 && needsIt(h.Entry.Needs, what[0]) {
		n.Mend("see to " + h.Entry.Needs + ": it waits for that, by its words " + phrase.Quoted(words))
		return n
	}
	if n = LetGo(h, words, "", nil); len(n.Steps) == 0 {
		n = SeeToNamed(ctx, h, words)
	}
	if len(n.Steps) == 0 {
		n.Mend("see to what it waits for: " + phrase.Quoted(words))
	}
	return n
}

// needsIt reports whether what a finalizer needs names a thing, in a word of its own.
func needsIt(needs, what string) bool {
	return len(what) > len("that") && slices.ContainsFunc(strings.Fields(needs), func(word string) bool {
		return strings.EqualFold(strings.Trim(word, ",.;:()"), what)
	})
}

// kindsUnready are the kinds of which words say that one is not ready, as kubectl takes them; none
// where one of them is not known.
func kindsUnready(h *hearing.Case, words string) (typed []string) {
	for _, word := range sentence.Unready(words) {
		kind, group, known := h.View.Catalogue.Spelled(word)
		if !known || kind == h.Kind.Kind || word == strings.ToLower(word) {
			return nil // a plain word may mean anything
		}
		typed = append(typed, h.View.TypeOf(group, kind))
	}
	return typed
}

// placesOf are the flags that say where those of a kind are that an object has to do with: in its namespace, or in any,
// which kubectl takes for kinds without one too. The kind is empty where they are of several.
func placesOf(h *hearing.Case, kind schema.GroupKind) []string {
	k, served := h.View.Kind(kind.Group, kind.Kind)
	if h.Node.Namespace == "" && (!served || k.Namespaced) && !h.View.Catalogue.ClusterScoped(kind.Group, kind.Kind) {
		return []string{"-A"}
	}
	return placeOf(h, kind, h.Node.Namespace)
}

// placeOf are the flags that say where objects of the kind are: in this namespace, in any
// where it is not known, and in none.
func placeOf(h *hearing.Case, kind schema.GroupKind, namespace string) []string {
	switch k, served := h.View.Kind(kind.Group, kind.Kind); {
	case h.View.Catalogue.ClusterScoped(kind.Group, kind.Kind):
		return nil // what was copied may make another thing of it
	case namespace != "" && (!served || k.Namespaced):
		return []string{"-n", namespace}
	case served && k.Namespaced:
		return []string{"-A"}
	}
	return nil
}

// cutShort reports whether a text that was copied ends in a name, within brackets that stay
// open: there may be more of it.
func cutShort(words, name string) bool {
	return strings.Count(words, "[") > strings.Count(words, "]") && strings.HasSuffix(strings.TrimSpace(words), name)
}
