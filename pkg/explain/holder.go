package explain

import (
	"context"
	"slices"
)

// findHolder says who has to take the finalizer off, by all the evidence there
// is. It sets the hold's Holder and Health.
func findHolder(_ context.Context, h *hearing) {
	if h.entry.Pattern != "" {
		h.hold.Holder = Holder{Name: h.entry.Component, Project: h.entry.Project, Confidence: Possible, BuiltIn: h.entry.Project == "Kubernetes"}
		h.fact("catalogue: "+h.entry.Source, h.entry.Project+" documents this finalizer for its "+h.entry.Component)
	}
	if h.obj == nil {
		return
	}
	for _, w := range writesOf(h.obj) {
		if slices.Contains(w.finalizers, h.hold.Finalizer) {
			h.fact("managedFields", "put there by field manager "+w.manager)
		}
	}
}
