package acts

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// How the catalogue says that objects of another kind have to be gone, or that there must be none that uses this
// one. What stands behind the kind must not make another thing of it, as "the Kong entities".
var (
	haveToGo  = regex.New(`(?:^|: |,? and |, then )(?:all )?(?:its|the|every|all) (?:[a-z]+ ){0,2}([A-Z][A-Za-z]+)(?: (?:of|in|with|made|for|that|it|which)\b[^;:]*?|[,(][^;:]*?)? to be (?:gone|deleted)\b`)
	mustGo    = regex.New(`(?:^|: |,? and |, then )(?:its|the|every|all) ([A-Z][A-Za-z]+) to be going\b`)
	mustNotBe = regex.New(`(?:^|: |,? and )no (?:[a-z]+ ){0,2}([A-Z][A-Za-z]+)(?: (?:of|in|for|that|which|with|to)\b|[,;(]|$)`)
)

// asksThem is how the catalogue says that the holder itself asks those to go that it waits for.
var asksThem = regex.New(`\b(?:asks|deletes)\b|\bdeleted with it\b`)

// asked is how the catalogue says what has to become of others, in one way or in two, and what to look for then, of
// all of the kind and of the one that the object names. Where nobody is said to ask for it, others may be what the
// object was made for, with all that they keep: nothing leads to their deletion then.
type asked struct {
	pattern, also *regex.Regexp
	all, one      string
}

// notForThis is the look at what may be what the object was made for.
const notForThis = "see %s, and what holds it if it is being deleted: this waits for it; do not delete it for the sake of this one alone"

var asks = []asked{
	{haveToGo, asksThem, "see which %s are left, and what holds them: they have to go first", "see what holds %s: that has to go first"},
	{haveToGo, nil, "see which %s are left, and what holds those that are being deleted: it waits for them; delete none for its sake alone", notForThis},
	{mustGo, nil, "see whether one of the %s is being deleted, which it waits for; delete none for its sake alone", notForThis},
	{mustNotBe, nil, "see which %s have to do with it: it stays as long as one does", "see %s: it stays as long as that has to do with it"},
}

func (a asked) in(waitsFor string) (kind string) {
	m := a.pattern.FindStringSubmatch(waitsFor)
	if m == nil || a.also != nil && !a.also.MatchString(waitsFor) {
		return ""
	}
	return m[1]
}

// SeeWhatIsLeft is the look at the objects of another kind that have to go first, by what the catalogue knows of
// the finalizer: those that are left tell more than their holder does. It is for a copy, in which nothing was looked up.
func SeeWhatIsLeft(h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied {
		return n
	}
	first, _, _ := strings.Cut(h.Entry.WaitsFor, ";")
	word := ""
	at := slices.IndexFunc(asks, func(a asked) bool {
		word = a.in(first)
		return word != ""
	})
	if at < 0 {
		return seeAwaited(h, first)
	}
	ask := asks[at]
	if strings.Contains(first, " and ") && ask.pattern == mustNotBe && rarelyKeeps(h, word) {
		return n
	}
	kind := KindMeant(h, word)
	if kind.Kind == "" || kind.Kind == h.Kind.Kind {
		return n
	}
	if step, one := seeTheOne(h, kind, ask.one); one {
		n.Do(step)
		return n
	}
	n.Do(explain.Look(strings.Replace(ask.all, "%s", phrase.PluralOf(kind.Kind), 1),
		append([]string{"kubectl", "get", h.View.TypeOf(kind.Group, kind.Kind)}, placesOf(h, kind)...)...).For(explain.Mends))
	return n
}

// rarelyKeeps reports whether objects of a kind keep it by what the catalogue knows, and other things do so more often.
func rarelyKeeps(h *hearing.Case, kind string) bool {
	at := slices.IndexFunc(h.Entry.Causes, func(c catalogue.Cause) bool {
		return slices.ContainsFunc(phrase.WordsOf(c.Text), func(word string) bool { return phrase.SingularOf(word) == strings.ToLower(kind) })
	})
	return at >= oftenTold
}

// seeTheOne is the look at the one object of a kind that has to go first, where the object names it: by an owner, or
// by a field that rules of the catalogue read. Where the copy ends before that field, the look is at the field.
func seeTheOne(h *hearing.Case, kind schema.GroupKind, text string) (step explain.Step, one bool) {
	if h.Object == nil || h.Node.Name == explain.NoName {
		return step, false
	}
	name := ""
	if group, field := h.View.Catalogue.NamedIn(h.Kind, &h.Entry, kind.Kind); field != "" {
		kind.Group = group
		value, _ := manifest.FieldAt(h.Object.Object, field)
		name, _ = value.(string)
		top, _, _ := strings.Cut(field, ".")
		_, copied := h.Object.Object[top]
		if name == "" && !copied {
			one := "the " + kind.Kind + " that it names in " + field + ", which was not copied"
			return explain.Look(strings.Replace(text, "%s", one, 1)+leftOn[kind.Kind],
				h.View.Command(h.Node.Ref, "get", "-o", "jsonpath={."+field+"}")...).For(explain.Mends), true
		}
	}
	for _, o := range h.Object.GetOwnerReferences() {
		if name == "" && o.Kind == kind.Kind {
			name, kind.Group = o.Name, trace.GroupOf(o.APIVersion)
		}
	}
	if name = phrase.OneLine(name); name == "" {
		return step, false
	}
	at := trace.Ref{Group: kind.Group, Kind: kind.Kind, Name: name}
	if slices.Contains(placeOf(h, kind, h.Node.Namespace), "-n") {
		at.Namespace = h.Node.Namespace
	}
	return explain.Look(strings.Replace(text, "%s", kind.Kind+" "+name, 1)+leftOn[kind.Kind], h.View.AsYAML(at)...).For(explain.Mends), true
}

// leftOn is what is left by which an object of a kind is mostly held.
var leftOn = map[string]string{"Node": "; what is left to run on it holds it mostly"}
