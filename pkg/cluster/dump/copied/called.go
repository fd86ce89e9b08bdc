package copied

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// spelledIn is what is asked about with the kind as lines spell it, where the type that a person
// typed is none of the built-in ones: that of the object of this name, for which the type may be
// short, or else that of another of the same kind, which tells the group.
func spelledIn(lines []string, about spoken.Of) spoken.Of {
	if about.Name == "" || about.APIVersion != trace.Unstated {
		return about
	}
	for _, line := range lines {
		found := spoken.SubjectOf(line)
		if found.Kind == "" || found.Kind == trace.Untyped {
			continue
		}
		same := strings.EqualFold(found.Kind, about.Kind)
		if same && trace.GroupOf(found.APIVersion) != "" || found.Name == about.Name && (same || beside.Shortens(about.Kind, found.Kind)) {
			about.APIVersion, about.Kind = found.APIVersion, found.Kind
			return about
		}
	}
	return about
}

// placedAs gives the row that is asked about the namespace of the question, where no column and no
// command tells it.
func placedAs(rows []beside.Row, about spoken.Of) []beside.Row {
	for i := range rows {
		if r := &rows[i]; r.Namespace == "" && r.Name == about.Name && strings.EqualFold(r.Kind, about.Kind) {
			r.Namespace = about.Namespace
		}
	}
	return rows
}

// placed gives an object that was copied without its namespace that of the question about it.
func (d *document) placed(about spoken.Of) *document {
	k, known := builtin.Named(about.Kind)
	if about.Name == "" || about.Namespace == "" || known && !k.Namespaced {
		return d
	}
	of := func(obj map[string]any) bool {
		meta, _ := obj["metadata"].(map[string]any)
		return meta != nil && meta["namespace"] == nil && spoken.Text(meta, "name") == about.Name && strings.EqualFold(spoken.Text(obj, "kind"), about.Kind)
	}
	if !slices.ContainsFunc(d.objectsOf(), of) {
		return d
	}
	return d.changed(func(obj map[string]any) {
		if meta, _ := obj["metadata"].(map[string]any); of(obj) {
			meta["namespace"] = about.Namespace
		}
	})
}

// goingBeside adds what tables show on its way out beside objects of which none is, what has to do with one of these, or
// what is asked about: an object that nobody deletes is not what hangs.
func (r *reading) goingBeside(rows []beside.Row, about spoken.Of) {
	var known []map[string]any
	going := false
	for _, d := range r.documents {
		if d.Text("kind") == SnapshotKind {
			return
		}
		known = append(known, d.objectsOf()...)
	}
	for _, obj := range known {
		meta, _ := obj["metadata"].(map[string]any)
		going = going || meta["deletionTimestamp"] != nil
	}
	added := newList()
	for i := range rows {
		row := &rows[i]
		asked := row.Name == about.Name && strings.EqualFold(row.Kind, about.Kind) ||
			slices.ContainsFunc(known, func(obj map[string]any) bool { return akin(obj, row) })
		if !row.Going || going && !asked || slices.ContainsFunc(known, row.Same) || len(added.Items) >= mostCopied {
			continue
		}
		added.append(objectOf(row))
	}
	if len(added.Items) > 0 {
		r.documents = append(r.documents, added)
		r.faults = append(r.faults, lackf("of what a table shows on its way out only the row was copied, and of its finalizers none tells; %s", advice))
	}
}
