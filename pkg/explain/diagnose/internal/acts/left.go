package acts

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// How the catalogue says that objects of another kind have to be gone, or that there must be none that uses this
// one. What stands behind the kind must not make another thing of it, as "the Kong entities".
var (
	haveToGo  = regex.New(`(?:^|: |,? and |, then )(?:all )?(?:its|the|every|all) (?:[a-z]+ ){0,2}([A-Z][A-Za-z]+)(?: (?:of|in|with|made|for|that|it|which)\b[^;:]*?|[,(][^;:]*?)? to be (?:gone|deleted)\b`)
	mustNotBe = regex.New(`(?:^|: |,? and )no (?:[a-z]+ ){0,2}([A-Z][A-Za-z]+)(?: (?:of|in|for|that|which|with|to)\b|[,;(]|$)`)
)

// SeeWhatIsLeft is the look at the objects of another kind that have to go first, by what the catalogue knows of
// the finalizer: those that are left tell more than their holder does. It is for a copy, in which nothing was looked up.
func SeeWhatIsLeft(h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied {
		return n
	}
	first, _, _ := strings.Cut(h.Entry.WaitsFor, ";")
	text := "see which %s are left, and what holds them: they have to go first"
	m := haveToGo.FindStringSubmatch(first)
	if m == nil {
		text = "see which %s have to do with it: it stays as long as one does"
		m = mustNotBe.FindStringSubmatch(first)
	}
	if m == nil {
		return n
	}
	kind := KindMeant(h, m[1])
	if kind.Kind == "" || kind.Kind == h.Kind.Kind {
		return n
	}
	n.Do(explain.Look(strings.Replace(text, "%s", phrase.PluralOf(kind.Kind), 1),
		append([]string{"kubectl", "get", h.View.TypeOf(kind.Group, kind.Kind)}, placesOf(h, kind)...)...).For(explain.Mends))
	return n
}
