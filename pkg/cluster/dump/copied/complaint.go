package copied

import (
	"cmp"
	"slices"
	"strings"

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
		return !stay && (d.Listed || d.described || d.by.Name != "" || !slices.ContainsFunc(live, asWritten))
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
