package copied

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// setAbout is an object that no person, no command and no table names: the one that a program says to end.
func (q *Question) setAbout(of spoken.Of, lines []string) spoken.Of {
	if of.Name != "" {
		return of
	}
	found := spoken.SetAbout(lines, func(kind string) bool { return q.isKind(kind, lines) })
	if found.Name == "" || of.Kind != "" && of.Kind != trace.Untyped && !strings.EqualFold(of.Kind, found.Kind) {
		return of
	}
	of = joinedWith(of, found)
	of.Deleted = found.Deleted
	return of
}

// ofType is a word that is one for a kind by where it stands: behind a verb of kubectl, in a manifest, before a group.
var ofType = regex.New(`\b(?:kubectl|oc|k) (?:get|describe|delete|edit|patch|wait|annotate|label) (?:-\S+ )*([A-Za-z]+)\b|\b[kK]ind"?[:=] ?"?([A-Z][A-Za-z0-9]+)|\b([a-z0-9]+)\.[a-z0-9-]+\.[a-z0-9.-]+`)

// isKind reports whether what a program calls so is a kind of the cluster's, and nothing of its own: the one project that
// has it is told of, or lines have it as one, or say that it hangs.
func (q *Question) isKind(kind string, lines []string) bool {
	if q.inGroup(spoken.Of{APIVersion: trace.Unstated, Kind: kind}, lines).APIVersion != trace.Unstated || spoken.HangsOf(lines, kind) {
		return true
	}
	return slices.ContainsFunc(lines, func(line string) bool {
		return slices.ContainsFunc(ofType.FindAllStringSubmatch(line, -1), func(m []string) bool {
			word := m[1] + m[2] + m[3]
			return strings.EqualFold(word, kind) || strings.EqualFold(phrase.SingularOf(word), kind)
		})
	})
}
