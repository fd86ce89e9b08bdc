package copied

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// asDefinition is the status of a definition whose objects are being deleted as a whole object, where it was copied
// without its head: nothing else tells which names were accepted, and which versions are stored.
func (d *document) asDefinition() *document {
	if !slices.ContainsFunc(d.objectsOf(), endingDefinition) {
		return d
	}
	return d.changed(func(obj map[string]any) {
		if !endingDefinition(obj) {
			return
		}
		meta := goingMeta(obj)
		if meta["finalizers"] == nil { // who writes that condition works for this one alone
			meta["finalizers"] = []any{trace.DefinitionFinalizer}
		}
		obj["apiVersion"], obj["kind"] = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
		if obj["spec"] == nil {
			kind, plural := acceptedBy(obj)
			obj["spec"] = map[string]any{"names": map[string]any{"kind": kind, "plural": plural}}
		}
	})
}

// acceptedBy are the names that the status of a definition accepts.
func acceptedBy(obj map[string]any) (kind, plural string) {
	kind, _, _ = unstructured.NestedString(obj, "status", "acceptedNames", "kind")
	plural, _, _ = unstructured.NestedString(obj, "status", "acceptedNames", "plural")
	return kind, plural
}

// endingDefinition reports whether an object is of no other kind and has the status of a definition that goes, and no more.
func endingDefinition(obj map[string]any) bool {
	kind, plural := acceptedBy(obj)
	headless := spoken.Text(obj, "kind") == "" || obj["kind"] == "CustomResourceDefinition" && obj["spec"] == nil
	conditions, _, _ := unstructured.NestedSlice(obj, "status", "conditions")
	return headless && kind != "" && plural != "" && slices.ContainsFunc(conditions, func(one any) bool {
		c, _ := one.(map[string]any)
		return c["type"] == "Terminating" && c["status"] == "True"
	})
}
