package copied

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// emptyLists are the kinds of which a list was printed that was empty, of all namespaces where none is told: none of
// which an object was copied or stands in a table all the same, and none of which the group is not known.
func (q *Question) emptyLists(r *reading, aside []string) (lists []spoken.Of) {
	in, everywhere := beside.Empty(aside)
	if len(in)+len(everywhere) == 0 {
		return nil
	}
	rows := scoped(beside.Rows(aside, q.typeIn))
	for _, c := range slices.Concat(in, everywhere) {
		of := spoken.Of{Namespace: c.Namespace}
		of.APIVersion, of.Kind = q.typeIn(c.Resource)
		if of.APIVersion == trace.Unstated {
			of.APIVersion, of.Kind = r.ownerCalled(of)
		}
		if of.Kind == "" || of.APIVersion == trace.Unstated || r.holdsAny(of) || shownAny(rows, of) {
			continue
		}
		lists = append(lists, of)
	}
	return lists
}

// ownerCalled is the kind of an owner, of which an object that was copied tells the group, where only its name is known.
func (r *reading) ownerCalled(of spoken.Of) (apiVersion, kind string) {
	for _, d := range r.documents {
		for _, obj := range d.objectsOf() {
			metadata, _ := obj["metadata"].(map[string]any)
			owners, _ := metadata["ownerReferences"].([]any)
			for _, entry := range owners {
				owner, _ := entry.(map[string]any)
				version, _ := owner["apiVersion"].(string)
				if name, _ := owner["kind"].(string); version != "" && strings.EqualFold(name, of.Kind) {
					return version, name
				}
			}
		}
	}
	return of.APIVersion, of.Kind
}

// holdsAny reports whether there is an object of a kind, in a namespace where that is told.
func (r *reading) holdsAny(of spoken.Of) bool {
	return slices.ContainsFunc(r.documents, func(d *document) bool {
		return slices.ContainsFunc(d.objectsOf(), func(obj map[string]any) bool { return among(of, objectOfIt(obj)) })
	})
}

// shownAny reports the same of the rows of tables.
func shownAny(rows []beside.Row, of spoken.Of) bool {
	return slices.ContainsFunc(rows, func(r beside.Row) bool {
		return among(of, spoken.Of{APIVersion: r.APIVersion, Kind: r.Kind, Namespace: r.Namespace})
	})
}

// among reports whether an object may be one of a list.
func among(list, found spoken.Of) bool {
	return found.Kind == list.Kind && trace.GroupOf(found.APIVersion) == trace.GroupOf(list.APIVersion) &&
		(list.Namespace == "" || found.Namespace == "" || list.Namespace == found.Namespace)
}
