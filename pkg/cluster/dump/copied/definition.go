package copied

import (
	"encoding/json"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// asDefinition is the status of a definition whose objects are being deleted as a whole object, where it was copied
// without its head: nothing else tells which names were accepted, and which versions are stored.
func (d *document) asDefinition() *document {
	var it struct {
		Kind   string
		Status struct {
			AcceptedNames struct{ Kind, Plural string }
			Conditions    []struct{ Type, Status string }
		}
	}
	if json.Unmarshal(d.Whole(), &it) != nil || it.Kind != "" || it.Status.AcceptedNames.Kind == "" || it.Status.AcceptedNames.Plural == "" {
		return d
	}
	terminating := slices.ContainsFunc(it.Status.Conditions, func(c struct{ Type, Status string }) bool {
		return c.Type == "Terminating" && c.Status == "True"
	})
	if !terminating {
		return d
	}
	return d.edited(func(obj map[string]any) {
		meta := goingMeta(obj)
		if meta["finalizers"] == nil { // who writes that condition works for this one alone
			meta["finalizers"] = []any{trace.DefinitionFinalizer}
		}
		obj["apiVersion"], obj["kind"] = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
		if obj["spec"] == nil {
			obj["spec"] = map[string]any{"names": map[string]any{"kind": it.Status.AcceptedNames.Kind, "plural": it.Status.AcceptedNames.Plural}}
		}
	})
}
