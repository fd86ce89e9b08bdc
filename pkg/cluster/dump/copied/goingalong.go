package copied

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// goingAlong says of what describe printed in part that it was asked to go, where its namespace was: the namespace
// controller has asked it, and waits for it.
func (r *reading) goingAlong() {
	going := map[string]bool{}
	for _, d := range r.documents {
		for _, obj := range d.objectsOf() {
			meta, _ := obj["metadata"].(map[string]any)
			if obj["kind"] == "Namespace" && obj["apiVersion"] == "v1" && meta["deletionTimestamp"] != nil {
				going[spoken.Text(meta, "name")] = true
			}
		}
	}
	for i, d := range r.documents {
		if !d.described || len(going) == 0 {
			continue
		}
		r.documents[i] = d.changed(func(obj map[string]any) {
			meta, _ := obj["metadata"].(map[string]any)
			if meta == nil || obj["kind"] == "Event" || !going[spoken.Text(meta, "namespace")] || tellsItStays(obj, meta) {
				return
			}
			meta["deletionTimestamp"] = trace.Untold
			if meta["finalizers"] == nil && obj["kind"] != "Pod" {
				meta["finalizers"] = []any{explain.NotCopied}
			}
		})
	}
}
