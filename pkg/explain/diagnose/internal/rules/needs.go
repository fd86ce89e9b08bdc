package rules

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Needs are the objects without which the holder of the finalizer does nothing, as far as
// the catalogue knows.
func Needs(ctx context.Context, h *hearing.Case) []trace.Ref {
	if h.Object == nil {
		return nil
	}
	var out []trace.Ref
	for _, r := range h.View.Catalogue.Rules(h.Kind).Checks {
		if !r.Need || !speaksOf(r, h) {
			continue
		}
		s := newSituation(r, h)
		for _, b := range s.references(ctx) {
			if b.Name != "" {
				out = append(out, b.Ref)
			}
		}
	}
	return out
}
