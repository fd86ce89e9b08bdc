package copied

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// joined gives the one object of a copy, which is on its way out or may be, and has no status, the one that was copied
// apart from its head: there is nothing else here that it could be of.
func (r *reading) joined(hangs bool) {
	at, part := -1, -1
	for i, d := range r.documents {
		var found *int
		switch {
		case d.part() && d.Field("metadata") == nil:
			found = &part
		case !d.Listed:
			found = &at
		}
		if found == nil && len(d.Items) > 0 || found != nil && *found >= 0 {
			return
		}
		if found != nil {
			*found = i
		}
	}
	if at < 0 || part < 0 || r.documents[at].Field("status") != nil || !r.documents[at].deletionTold() && (!hangs || !r.documents[at].mayGo()) {
		return
	}
	d, status := r.documents[at], r.documents[part].objectsOf()
	if by := r.documents[part].by; len(status) != 1 || by.Resource != "" && (d.by.Name != by.Name || !strings.EqualFold(d.by.Resource, by.Resource)) || r.documents[part].ofNamespaces() && d.Text("kind") != "Namespace" {
		return
	}
	r.documents[at] = d.edited(func(obj map[string]any) { obj["status"] = status[0]["status"] })
	r.documents[at].by = d.by
	r.documents = slices.Delete(r.documents, part, part+1)
	r.faults = append(r.faults, lackf("a status was copied apart from its head, and is taken for that of the one object here; %s", advice))
}

// mayGo reports whether nothing that was copied of the one object, but its name, or its finalizers where that was left
// out, tells that nobody has asked it to go.
func (d *document) mayGo() bool {
	all := d.objectsOf()
	if len(all) != 1 {
		return false
	}
	meta, _ := all[0]["metadata"].(map[string]any)
	return (d.named() || d.Text("kind") != "" && meta["finalizers"] != nil) && !tellsItStays(all[0], meta)
}

// same is an object that a command names as it was copied beside that, where one of this name was: what people type
// for a type leaves the group out, and may be short.
func (r *reading) same(of spoken.Of) spoken.Of {
	for _, d := range r.documents {
		for _, obj := range d.objectsOf() {
			other := objectOfIt(obj)
			if other.Name == cmp.Or(of.Name, "-") && trace.GroupOf(of.APIVersion) == "" && (strings.EqualFold(other.Kind, of.Kind) || beside.Shortens(of.Kind, other.Kind)) {
				of.APIVersion, of.Kind = other.APIVersion, other.Kind
			}
		}
	}
	return of
}
