package copied

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
)

// manifested takes off the manifest by which an object was applied that was copied otherwise too, as a server has it, on
// its way out or described: of that it tells the spec, where nothing else does.
func (r *reading) manifested() {
	for i, d := range r.documents {
		at := slices.IndexFunc(r.documents, func(m *document) bool { return m != d && m.manifestOf(d) })
		if at < 0 {
			continue
		}
		spec, of, by := r.documents[at].objectsOf()[0]["spec"], objectOfIt(r.documents[at].objectsOf()[0]), d.by
		r.documents[i] = d.changed(func(obj map[string]any) {
			if own := objectOfIt(obj); obj["spec"] == nil && own.Kind == of.Kind && own.Name == of.Name {
				obj["spec"] = spec
			}
		})
		r.documents[i].by = by
		r.documents = slices.Delete(r.documents, at, at+1)
		return
	}
}

// manifestOf reports whether the document is the manifest by which an object was applied that another one shows.
func (d *document) manifestOf(other *document) bool {
	if !d.manifest() || other.Listed && !other.described {
		return false
	}
	of := objectOfIt(d.objectsOf()[0])
	return of.Name != "" && slices.ContainsFunc(other.objectsOf(), func(obj map[string]any) bool {
		meta, _ := obj["metadata"].(map[string]any)
		about := objectOfIt(obj)
		return (other.described || meta["deletionTimestamp"] != nil && obj["spec"] == nil) &&
			of.Name == about.Name && of.Kind == about.Kind && of.APIVersion == about.APIVersion && (of.Namespace == "" || of.Namespace == about.Namespace)
	})
}

// manifest reports whether the document is what somebody has asked for, and no server has printed: one object with a spec
// and nothing that a server adds.
func (d *document) manifest() bool {
	return d.plain() && isManifest(d.objectsOf())
}

// plain reports whether a document is an object for itself, which no command of the text has printed.
func (d *document) plain() bool { return !d.Listed && !d.described && d.by.Name == "" }

func isManifest(objects []map[string]any) bool {
	return len(objects) == 1 && objects[0]["spec"] != nil && asWritten(objects[0])
}

// asWritten reports whether a server has added nothing to an object.
func asWritten(obj map[string]any) bool {
	if obj["status"] != nil {
		return false
	}
	meta, _ := obj["metadata"].(map[string]any)
	return spoken.Text(meta, "name") != "" && !slices.ContainsFunc(ofServer, func(field string) bool { return meta[field] != nil })
}

// ofServer are the fields of the metadata of an object that a server, or a controller, has written.
var ofServer = []string{"uid", "creationTimestamp", "resourceVersion", "deletionTimestamp", "finalizers", "managedFields", "generation", "ownerReferences"}
