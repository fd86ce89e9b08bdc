package copied

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// part reports whether the document is a part of an object that has neither its kind nor,
// mostly, its name.
func (d *document) part() bool {
	return !d.Listed && d.Text("kind") == "" && (d.going() || d.hasStatus())
}

// bare reports whether the document is an object without its name, that has a status.
func (d *document) bare() bool {
	return !d.Listed && d.Text("kind") != "" && d.Text("kind") != SnapshotKind && !d.named() && !d.going() && d.hasStatus()
}

func (d *document) hasStatus() bool {
	var status struct{ Conditions []json.RawMessage }
	return json.Unmarshal(d.Field("status"), &status) == nil && len(d.Field("status")) > len("{}")
}

// completedBy gives a part of an object the kind and the name of what was asked about, of the command
// that printed it, or of what stands beside it.
func (q *Question) completedBy(d *document, r *reading, rows []beside.Row, aside []string) (*document, error) {
	of := q.About
	switch kind, version := d.Text("kind"), d.Text("apiVersion"); {
	case kind != "" && strings.EqualFold(kind, of.Kind):
		of.APIVersion = cmp.Or(version, of.APIVersion)
	case kind != "":
		of = spoken.Of{APIVersion: cmp.Or(version, builtin.VersionOf(kind), trace.Unstated), Kind: kind}
	}
	if d.by.Resource != "" && of.Name == "" {
		of = of.Joined(q.commandedOf(d.by))
	}
	if of.Name == "" {
		of = r.same(of.Joined(q.besidePart(aside)))
	}
	of = inRow(q.kindInMessages(q.inferred(of, d, aside), d), rows)
	if of.Kind == "" || of.Kind == trace.Untyped {
		of = q.kindSaid(of, aside)
	}
	of = q.asSpelled(of, aside)
	if of.Kind == "" {
		of.APIVersion, of.Kind = trace.Unstated, trace.Untyped
	}
	called := cmp.Or(of.Name, explain.NoName)
	d = d.edited(func(obj map[string]any) {
		obj["apiVersion"], obj["kind"] = of.APIVersion, of.Kind
		q.shaped(obj, nil)
		of.Kind = spoken.Text(obj, "kind")
		meta, _ := obj["metadata"].(map[string]any)
		if meta == nil {
			meta = map[string]any{}
			obj["metadata"] = meta
		}
		if meta["name"] == nil {
			meta["name"] = called
		}
		called = cmp.Or(spoken.Text(meta, "name"), called)
		if meta["namespace"] == nil && of.Namespace != "" {
			meta["namespace"] = of.Namespace
		}
		q.askedToGo(obj, meta, aside)
		if meta["deletionTimestamp"] != nil && meta["finalizers"] == nil {
			meta["finalizers"] = []any{explain.NotCopied}
		}
	})
	return d, lackf("of %s %s only a part was copied; %s", of.Kind, called, advice)
}

// shaped gives an object of which nothing tells the kind, and its events, that which it shows by what stands in it, and
// reports whether it shows one.
func (q *Question) shaped(obj map[string]any, events []map[string]any) bool {
	if obj["kind"] != trace.Untyped || q.Shaped == nil {
		return false
	}
	group, kind := q.Shaped(obj)
	if kind == "" {
		return false
	}
	obj["apiVersion"], obj["kind"] = group+"/"+trace.Unstated, kind
	for _, e := range events {
		if about, is := e["involvedObject"].(map[string]any); is {
			about["apiVersion"], about["kind"] = obj["apiVersion"], kind
		}
	}
	return true
}

// inRow is an object with the name of the one row that tables show, or the one that is on its way out, where that is of
// its kind and nothing else tells the name.
func inRow(of spoken.Of, rows []beside.Row) spoken.Of {
	going := slices.DeleteFunc(slices.Clone(rows), func(r beside.Row) bool { return !r.Going })
	if len(going) == 1 {
		rows = going
	}
	if of.Name != "" || len(rows) != 1 || rows[0].Stays() {
		return of
	}
	row := spoken.Of{APIVersion: rows[0].APIVersion, Kind: rows[0].Kind, Namespace: rows[0].Namespace, Name: rows[0].Name}
	if of.Kind == trace.Untyped {
		of.Kind = ""
	}
	if of.Kind == "" || of.Kind == row.Kind && (of.Namespace == "" || row.Namespace == "" || of.Namespace == row.Namespace) {
		return of.Joined(row)
	}
	return of
}

// kindInMessages is an object with the kind that its conditions begin with where they say that its deletion fails, where
// that is known and nothing else tells one.
func (q *Question) kindInMessages(of spoken.Of, d *document) spoken.Of {
	if of.Kind != "" && of.Kind != trace.Untyped {
		return of
	}
	var status struct{ Conditions []struct{ Message string } }
	_ = json.Unmarshal(d.Field("status"), &status)
	found := ""
	for _, c := range status.Conditions {
		word := spoken.EndingOf(c.Message)
		if word == "" || word == found {
			continue
		}
		if found != "" {
			return of
		}
		found = word
	}
	if apiVersion, kind := q.kindOf(found); kind == found && found != "" {
		of.APIVersion, of.Kind = apiVersion, kind
	}
	return of
}

// askedToGo says of a part of an object when it was asked to go, as the text beside it tells, or presumes that it was.
func (q *Question) askedToGo(obj, meta map[string]any, aside []string) {
	if meta["deletionTimestamp"] != nil {
		return
	}
	if at := spoken.DeletedIn(aside); at != "" {
		meta["deletionTimestamp"] = at
	} else if q.Hangs && !tellsItStays(obj, meta) {
		meta["deletionTimestamp"] = trace.Presumed
	}
}

// commandedOf is what a command is about.
func (q *Question) commandedOf(c beside.Command) (of spoken.Of) {
	if of.APIVersion, of.Kind = q.shortFor(c.Resource); of.Kind == "" {
		of.APIVersion, of.Kind = builtin.TypeIn(c.Resource)
	}
	of.Name, of.Namespace = c.Name, c.Namespace
	return of
}

// besidePart is the object that a part may be of, by what stands beside that: the one of which a log
// says that something goes wrong with it, or of the one type that commands are about. Of several
// only what is the same of all is told.
func (q *Question) besidePart(lines []string) spoken.Of {
	var all []spoken.Of
	for _, line := range lines {
		if found := spoken.SubjectOf(line); found.Name != "" && found.Kind != trace.Untyped && spoken.Fails(line) {
			all = append(all, found)
		}
	}
	if len(all) > 0 {
		return spoken.Common(all)
	}
	deleting, printing := beside.Commands(lines)
	for _, c := range deleting {
		all = append(all, q.commandedOf(c))
	}
	for _, c := range printing {
		if found := q.commandedOf(c); len(deleting) == 0 && found.Kind != "" && builtin.VersionOf(found.Kind) != found.APIVersion {
			all = append(all, found) // of those that are built in, people look at others too
		}
	}
	return spoken.Common(all)
}

// namespaceIn is the one namespace that lines name in a way, empty where there is none, or several.
func namespaceIn(lines []string, named func(line string) []string) (name string) {
	for _, line := range lines {
		for _, found := range named(line) {
			if name != "" && name != found {
				return ""
			}
			name = found
		}
	}
	return name
}

// linesOf are the texts of a document, for what they name.
func (d *document) linesOf() []string { return slices.Collect(strings.Lines(string(d.Whole()))) }

// inferred is an object with the kind that its finalizers tell, which a document may have, or what is said of it.
func (q *Question) inferred(of spoken.Of, d *document, lines []string) spoken.Of {
	if q.Kinds == nil || of.Kind != "" && of.Kind != trace.Untyped {
		return of
	}
	var meta struct{ Finalizers []string }
	if d != nil {
		if _ = json.Unmarshal(d.Field("metadata"), &meta); len(meta.Finalizers) == 0 {
			meta.Finalizers = spoken.FinalizersIn(lines)
		}
		if apart := beside.FinalizersIn(lines); len(apart) > 0 && len(meta.Finalizers) == 0 {
			for _, name := range apart {
				meta.Finalizers = append(meta.Finalizers, fmt.Sprint(name))
			}
		}
	} else if of.Finalizer != "" {
		meta.Finalizers = []string{of.Finalizer}
	}
	if group, kind := q.Kinds(meta.Finalizers, lines); kind != "" {
		of.Kind, of.APIVersion = kind, strings.TrimPrefix(group+"/"+trace.Unstated, "/")
	}
	return of
}
