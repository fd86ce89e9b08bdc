package copied

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
)

// rowSaid is the one object that tables show of the kind of which sentences say that it cannot be deleted, where nothing
// else is known to hang but an object of another kind which kubectl has called deleted: what was done to that belongs to
// what was tried.
func (q *Question) rowSaid(of spoken.Of, lines []string, rows []beside.Row) spoken.Of {
	if of.Name != "" && !calledDeleted(lines, of) {
		return of
	}
	present := spoken.Present(lines)
	words := append(spoken.DeletedWords(present), spoken.Undeletable(present, false)...)
	if of.Kind != "" && saidOf(words, of.Kind) {
		return of
	}
	var found *beside.Row
	for i := range rows {
		switch r := &rows[i]; {
		case !saidOf(words, r.Kind):
		case found != nil && (found.Name != r.Name || found.Namespace != r.Namespace || !strings.EqualFold(found.Kind, r.Kind)):
			return of
		default:
			found = r
		}
	}
	if found == nil {
		return of
	}
	return spoken.Of{APIVersion: found.APIVersion, Kind: found.Kind, Namespace: found.Namespace, Name: found.Name}
}

// calledDeleted reports whether kubectl has answered that it has asked an object to go.
func calledDeleted(lines []string, of spoken.Of) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		typ, answer, is := strings.Cut(strings.TrimSpace(line), ` "`+of.Name+`" `)
		kind, _, _ := strings.Cut(typ, ".")
		return is && strings.EqualFold(kind, of.Kind) && (strings.HasPrefix(answer, "deleted") || strings.HasPrefix(answer, "force deleted"))
	})
}
