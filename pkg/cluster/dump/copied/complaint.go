package copied

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// complaint adds the one object of which the status of an object that nobody deletes says that it is being deleted: that
// one hangs then, and the object that was copied is what it may wait for.
func (q *Question) complaint(r *reading) {
	if q.About.Name != "" {
		return
	}
	var found, known []spoken.Of
	for _, d := range r.documents {
		if d.Text("kind") == SnapshotKind {
			return
		}
		for _, obj := range d.objectsOf() {
			meta, _ := obj["metadata"].(map[string]any)
			if meta == nil || meta["deletionTimestamp"] != nil || obj["kind"] == "Event" {
				return
			}
			known, found = append(known, objectOfIt(obj)), append(found, q.marked(obj)...)
		}
	}
	slices.SortFunc(found, func(a, b spoken.Of) int { return strings.Compare(a.Kind+"/"+a.Name, b.Kind+"/"+b.Name) })
	found = slices.Compact(found)
	isKnown := func(of spoken.Of) bool {
		return slices.ContainsFunc(known, func(k spoken.Of) bool { return k.Kind == of.Kind && k.Name == of.Name })
	}
	if len(found) != 1 || isKnown(found[0]) {
		return
	}
	r.said(found[0])
}

// said adds an object of which words say that it goes.
func (r *reading) said(of spoken.Of) {
	of.Deleted = trace.Untold
	d := newList()
	d.append(objectSpoken(of))
	r.documents = append(r.documents, d)
	r.faults = append(r.faults, lackf("%s %s is said to be going and was not copied, nor were its finalizers; %s", of.Kind, of.Name, adviceFor(of)))
}

// hangsBeside adds the one object of which sentences say that it hangs on its way out now and here, where all that was copied are the
// manifests of others, or what a server shows that nobody deletes: these are what has to do with it.
func (q *Question) hangsBeside(r *reading, aside []string) {
	shown := func(d *document) bool {
		live := d.objectsOf()
		stay := len(live) > 0
		for _, obj := range live {
			meta, _ := obj["metadata"].(map[string]any)
			stay = stay && meta["deletionTimestamp"] == nil && tellsItStays(obj, meta)
		}
		return !stay && (!d.plain() || !slices.ContainsFunc(live, asWritten))
	}
	if q.About.Name != "" || slices.ContainsFunc(r.documents, shown) {
		return
	}
	aside = spoken.Present(aside)
	of, hangs := spoken.Hanging(aside, q.kindOf)
	if name := namespaceIn(aside, spoken.NamespacesHanging); name != "" && !hangs {
		of = spoken.Of{APIVersion: "v1", Kind: "Namespace", Name: name}
	} else if !hangs || of.Name == "" {
		of = q.kindHanging(spoken.HangingWords(aside, true), aside, spoken.AnyKind)
	}
	same := func(d *document) bool { return strings.EqualFold(d.Text("kind"), of.Kind) }
	if of.Kind == "" || of.Kind == trace.Untyped || slices.ContainsFunc(r.documents, same) {
		return
	}
	of.Name = cmp.Or(of.Name, explain.NoName)
	r.said(of)
}

// heardBeside adds what the lines speak of as if they stood alone, where nothing that was copied goes: what somebody has
// written to be applied may only have to do with it. A log has to say that something about it fails, a command to delete it
// and a sentence that this hangs, or a sentence that one of its kind does.
func (q *Question) heardBeside(r *reading, aside []string, rows []beside.Row) {
	if q.About.Name != "" && r.names(q.About) || !spoken.OfEnd(aside) || slices.ContainsFunc(r.all(), func(c candidate) bool {
		return c.meta["deletionTimestamp"] != nil || !c.d.plain() || !asWritten(c.obj)
	}) {
		return
	}
	d, fault := q.heard(aside, rows)
	if d == nil {
		return
	}
	of := objectOfIt(d.objectsOf()[0])
	known := func(c candidate) bool { return strings.EqualFold(spoken.Text(c.obj, "kind"), of.Kind) }
	if of.Kind == trace.Untyped || slices.ContainsFunc(r.all(), known) || !q.toldToHang(of, aside) {
		return
	}
	if of.Kind == "Namespace" {
		q.goWith(r, of.Name, aside)
	}
	r.documents, r.faults = append(r.documents, d), append(unread(r.faults), fault)
}

// goWith takes what somebody has applied in a namespace that goes for asked to go with it, where sentences name its kind
// beside that this hangs: the API server has asked all that is in it.
func (q *Question) goWith(r *reading, namespace string, aside []string) {
	hung := spoken.Hung(aside, q.kindOf)
	for i, d := range r.documents {
		r.documents[i] = d.changed(func(obj map[string]any) {
			of := objectOfIt(obj)
			meta, _ := obj["metadata"].(map[string]any)
			if meta != nil && of.Namespace == namespace && builtin.VersionOf(of.Kind) == "" && hung.Tell(of.Kind) {
				meta["deletionTimestamp"], meta["finalizers"] = trace.Untold, []any{explain.NotCopied}
			}
		})
	}
}

// toldToHang reports whether lines say so of an object.
func (q *Question) toldToHang(of spoken.Of, lines []string) bool {
	if of.Name == explain.NoName {
		return spoken.HangingKind(lines, q.kindOf).Kind == of.Kind && slices.ContainsFunc(lines, answeredSo)
	}
	deleting, _ := beside.Commands(lines)
	deleted := slices.ContainsFunc(deleting, func(c beside.Command) bool {
		_, kind := q.kindOf(c.Resource)
		return c.Name == of.Name && kind == of.Kind
	})
	hung := spoken.Hung(lines, q.kindOf)
	return deleted && len(hung.Among([]spoken.Of{of})) > 0 || slices.ContainsFunc(lines, func(line string) bool {
		return spoken.Logged(line) && spoken.Fails(line) && spoken.Names(line, of.Name)
	})
}

// answeredSo reports whether a line is an error that a server or a program has printed.
func answeredSo(line string) bool {
	return spoken.Fails(line) && (spoken.Logged(line) || strings.HasPrefix(strings.TrimSpace(line), "Error from server"))
}

// marked are those objects, each in the namespace of the object that names it where it may be in one.
func (q *Question) marked(obj map[string]any) (all []spoken.Of) {
	all = spoken.MarkedIn(obj["status"], q.kindOf)
	for i := range all {
		if k, is := builtin.Named(all[i].Kind); !is || k.Namespaced {
			all[i].Namespace = objectOfIt(obj).Namespace
		}
	}
	return all
}
