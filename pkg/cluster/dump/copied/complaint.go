package copied

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
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
			own := objectOfIt(obj)
			known = append(known, own)
			for _, of := range spoken.MarkedIn(obj["status"], q.kindOf) {
				if k, is := builtin.Named(of.Kind); !is || k.Namespaced {
					of.Namespace = own.Namespace
				}
				if !slices.Contains(found, of) {
					found = append(found, of)
				}
			}
		}
	}
	isKnown := func(of spoken.Of) bool {
		return slices.ContainsFunc(known, func(k spoken.Of) bool { return k.Kind == of.Kind && k.Name == of.Name })
	}
	if len(found) != 1 || isKnown(found[0]) {
		return
	}
	of := found[0]
	of.Deleted = trace.Untold
	d := newList()
	d.append(objectSpoken(of))
	r.documents = append(r.documents, d)
	r.faults = append(r.faults, lackf("%s %s is said to be going and was not copied, nor were its finalizers; %s", of.Kind, of.Name, adviceFor(of)))
}
