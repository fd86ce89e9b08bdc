package copied

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
)

// rowSaid is the one object that tables show of the kind of which sentences say that one cannot be deleted, where nothing
// else is known to hang but an object of another kind which kubectl has called deleted: what was done to that belongs to
// what was tried. What is built in, works, or is elsewhere is shown for another reason.
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
		case !slices.ContainsFunc(words, func(word string) bool { return strings.EqualFold(word, r.Kind) }):
		case found != nil && (found.Name != r.Name || found.Namespace != r.Namespace || !strings.EqualFold(found.Kind, r.Kind)):
			return of
		default:
			found = r
		}
	}
	if found == nil || found.Stays() || builtin.VersionOf(found.Kind) == found.APIVersion {
		return of
	}
	namespace := found.Namespace // of what kubectl has called deleted
	if of.Name != "" {
		namespace = cmp.Or(of.Namespace, q.namespaceCommanded(of, lines))
	}
	if found.Namespace != "" && (namespace != found.Namespace || saysOther(present, namespace)) {
		return of
	}
	return spoken.Of{APIVersion: found.APIVersion, Kind: found.Kind, Namespace: found.Namespace, Name: found.Name}
}

// saysOther reports whether lines tell of a namespace other than that one.
func saysOther(lines []string, namespace string) bool {
	other := func(name string) bool { return name != namespace }
	return slices.ContainsFunc(lines, func(line string) bool { return slices.ContainsFunc(spoken.NamespacesSaid(line), other) })
}

// calledDeleted reports whether kubectl has answered that it has asked an object to go.
func calledDeleted(lines []string, of spoken.Of) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		typ, answer, is := strings.Cut(strings.TrimSpace(line), ` "`+of.Name+`" `)
		kind, _, _ := strings.Cut(typ, ".")
		return is && strings.EqualFold(kind, of.Kind) && (strings.HasPrefix(answer, "deleted") || strings.HasPrefix(answer, "force deleted"))
	})
}
