package copied

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// ofOwner is how an object calls one that owns it.
type ofOwner struct{ group, kind, name, namespace, uid string }

// identified gives each object that was copied without its UID the one by which others of the copy call it as their
// owner. Where they do not agree there were several of the name, one after the other.
func (r *reading) identified() {
	var owners []ofOwner
	for _, d := range r.documents {
		for _, obj := range d.objectsOf() {
			owners = append(owners, ownersOf(obj)...)
		}
	}
	if len(owners) == 0 {
		return
	}
	for i, d := range r.documents {
		if !slices.ContainsFunc(d.objectsOf(), func(obj map[string]any) bool { return uidOf(obj, owners) != "" }) {
			continue
		}
		by := d.by
		r.documents[i] = d.changed(func(obj map[string]any) {
			if uid := uidOf(obj, owners); uid != "" {
				meta, _ := obj["metadata"].(map[string]any)
				meta["uid"] = uid
			}
		})
		r.documents[i].by = by
	}
}

func ownersOf(obj map[string]any) (owners []ofOwner) {
	meta, _ := obj["metadata"].(map[string]any)
	refs, _ := meta["ownerReferences"].([]any)
	for _, ref := range refs {
		if o, is := ref.(map[string]any); is && spoken.Text(o, "uid") != "" {
			owners = append(owners, ofOwner{
				group: trace.GroupOf(spoken.Text(o, "apiVersion")), kind: spoken.Text(o, "kind"), name: spoken.Text(o, "name"),
				namespace: spoken.Text(meta, "namespace"), uid: spoken.Text(o, "uid"),
			})
		}
	}
	return owners
}

// uidOf is the UID by which all that call the object their owner do so, empty where it tells its own.
func uidOf(obj map[string]any, owners []ofOwner) (uid string) {
	meta, _ := obj["metadata"].(map[string]any)
	if meta == nil || meta["uid"] != nil {
		return ""
	}
	of := objectOfIt(obj)
	for _, o := range owners {
		if o.name != of.Name || o.kind != of.Kind || o.group != trace.GroupOf(of.APIVersion) || of.Namespace != "" && o.namespace != of.Namespace {
			continue
		}
		if uid != "" && uid != o.uid {
			return ""
		}
		uid = o.uid
	}
	return uid
}

// akin reports whether an object refers to that of a row by its name, or a cell of the row names the object.
func akin(obj map[string]any, row *beside.Row) bool {
	of := objectOfIt(obj)
	for column, cell := range row.Cells {
		if column != "NAME" && of.Name != "" && (cell == of.Name || of.Namespace != "" && cell == of.Namespace+"/"+of.Name) {
			return true
		}
	}
	meta, _ := obj["metadata"].(map[string]any)
	if row.Kind == "Namespace" {
		return meta["namespace"] == row.Name
	}
	return says(obj["spec"], row.Name) || says(meta["ownerReferences"], row.Name)
}

// says reports whether one of the values within is the word.
func says(value any, word string) bool {
	switch v := value.(type) {
	case string:
		return v == word
	case []any:
		return slices.ContainsFunc(v, func(one any) bool { return says(one, word) })
	case map[string]any:
		for _, one := range v {
			if says(one, word) {
				return true
			}
		}
	}
	return false
}
