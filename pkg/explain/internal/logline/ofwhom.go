package logline

import (
	"cmp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// kindOfSubject is a kind as programs spell it, and namedAs what stands behind it: "shop/blue", shop/blue, "blue".
	kindOfSubject = `([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+|[A-Z][a-z]{2,})`
	namedAs       = `[ /:]\s?(?:"(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9][a-z0-9.-]*)"|([a-z0-9][a-z0-9-]*)/([a-z0-9][a-z0-9.-]*[a-z0-9]))`
)

var (
	// worksOn is how a line begins that tells which object its program is at: failed to reconcile Bucket "shop/blue".
	worksOn = regex.New(`^(?:(?i:failed to|error|errors|could not|unable to|cannot|while|when) )?(?i:reconcil|sync|handl|process)\w*(?i: (?:failed|failure|error)(?: (?:of|for|in))?:?)? (?i:the |object |resource |of |for |request for )*` + kindOfSubject + namedAs)
	// speaksOf is how one begins that says something of an object: Bucket "shop/blue" will not be deleted.
	speaksOf = regex.New(`^` + kindOfSubject + namedAs + ` (?:(?:is|was|has|have|will|must|cannot|can|could|should|still|waits|does)\b)`)
	// answersOf is how the API server answers about an object, whoever asked it and for whichever.
	answersOf = regex.New(`^\S+[ /:]\s?\S+ (?:is (?:invalid|forbidden|not found)|was not found|(?:can(?:not|'t)|could not) be (?:found|created|updated|patched|applied)|does not exist)\b`)
)

// SpeaksOf is the object that a line is about by its fields or else by how its text begins; all empty where these tell of
// none, or of several.
func (l *Line) SpeaksOf() (kind, namespace, name string) {
	if kind, namespace, name = l.Object(); name != "" || len(refsOf(l)) > 0 {
		return kind, namespace, name
	}
	text := l.Said()
	for _, form := range []*regex.Regexp{worksOn, speaksOf} {
		if m := form.FindStringSubmatch(text); m != nil && !neutral[strings.ToLower(m[1])] && !answersOf.MatchString(text) {
			return m[1], m[2] + m[4], cmp.Or(m[3], m[5])
		}
	}
	return "", "", ""
}
