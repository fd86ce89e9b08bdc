package copied

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// namedBeside gives each object that was copied without its name that of the one object of its kind which a command has
// deleted or, where none has, which a table shows. Of several rows it is each, where the text says so of them all.
func (q *Question) namedBeside(r *reading, rows []beside.Row, aside []string) {
	if !q.Alone || q.About.Name != "" {
		return
	}
	for i, d := range r.documents {
		if name, _ := d.applied(); name != "" || !d.nameless() || !r.soleOfKind(d) {
			continue
		}
		found := rowsOf(d, rows)
		switch deleted := q.deletedOf(d, aside); {
		case len(deleted) == 1:
			r.documents[i] = d.deletedAs(deleted[0], found, q.Hangs)
		case len(deleted) > 1:
		case len(found) == 1 && !shownToStay(d, &found[0]):
			r.documents[i] = d.deletedAs(beside.Command{Name: found[0].Name, Namespace: found[0].Namespace}, nil, false)
		case len(found) > 1 && q.Hangs && slices.ContainsFunc(aside, func(line string) bool { return spoken.HeldAll(line, d.Text("kind")) }):
			r.documents[i] = d.ofEach(found)
		}
	}
}

// nameless reports whether the document is an object of a kind without its name, that tells what holds it or that it
// goes.
func (d *document) nameless() bool {
	return !d.Listed && !d.described && d.Text("kind") != "" && d.Text("kind") != SnapshotKind && !d.named() && d.going()
}

// soleOfKind reports whether no other object of the kind was copied.
func (r *reading) soleOfKind(d *document) bool {
	return !slices.ContainsFunc(r.documents, func(other *document) bool {
		return other != d && slices.ContainsFunc(other.objectsOf(), func(obj map[string]any) bool { return obj["kind"] == d.Text("kind") })
	})
}

// deletedOf are the objects of its kind that commands have deleted, each once.
func (q *Question) deletedOf(d *document, aside []string) (found []beside.Command) {
	for _, c := range beside.Deletions(aside) {
		if _, kind := q.typeIn(c.Resource); c.Name == "" || !strings.EqualFold(kind, d.Text("kind")) {
			continue
		}
		if !slices.ContainsFunc(found, func(o beside.Command) bool { return o.Name == c.Name && o.Namespace == c.Namespace }) {
			found = append(found, c)
		}
	}
	return found
}

// rowsOf are those that tables show of its kind.
func rowsOf(d *document, rows []beside.Row) (found []beside.Row) {
	for _, row := range rows {
		as := map[string]any{"apiVersion": d.Text("apiVersion"), "kind": d.Text("kind"), "metadata": map[string]any{"name": row.Name}}
		if row.Same(as) {
			found = append(found, row)
		}
	}
	return found
}

// shownToStay reports whether a table shows an object of a kind of Kubernetes itself in a state that one on its way out
// has not: the object that was copied is another one then.
func shownToStay(d *document, row *beside.Row) bool {
	_, known := builtin.Named(d.Text("kind"))
	return known && row.Stays() && d.deletionTold()
}

func (d *document) deletionTold() bool {
	var meta struct{ DeletionTimestamp string }
	return json.Unmarshal(d.Field("metadata"), &meta) == nil && meta.DeletionTimestamp != ""
}

// deletedAs is the object with the name that a command gives it, in the namespace that the row of it tells where the
// command does not. It is presumed to go where that is asked and the copy does not tell.
func (d *document) deletedAs(c beside.Command, rows []beside.Row, presumed bool) *document {
	if at := slices.IndexFunc(rows, func(r beside.Row) bool { return r.Name == c.Name }); at >= 0 && c.Namespace == "" {
		c.Namespace = rows[at].Namespace
	}
	by := d.by
	d = d.edited(func(obj map[string]any) {
		meta, _ := obj["metadata"].(map[string]any)
		meta["name"] = c.Name
		if c.Namespace != "" && meta["namespace"] == nil {
			meta["namespace"] = c.Namespace
		}
		if presumed && meta["deletionTimestamp"] == nil {
			meta["deletionTimestamp"] = trace.Untold
			if list, _ := meta["finalizers"].([]any); len(list) == 0 {
				meta["finalizers"] = []any{explain.NotCopied}
			}
		}
	})
	d.by = by
	return d
}

// ofEach is the one object as each of those that a table shows of its kind.
func (d *document) ofEach(rows []beside.Row) *document {
	list := newList()
	for _, obj := range d.objectsOf() {
		meta, _ := obj["metadata"].(map[string]any)
		for i := range rows[:min(len(rows), mostCopied)] {
			one, its := maps.Clone(obj), maps.Clone(meta)
			one["metadata"], its["name"] = its, rows[i].Name
			if rows[i].Namespace != "" {
				its["namespace"] = rows[i].Namespace
			}
			if its["deletionTimestamp"] == nil {
				its["deletionTimestamp"] = trace.Presumed
			}
			list.append(one)
		}
	}
	return list
}
