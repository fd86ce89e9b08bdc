package rules

import (
	"context"
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// DeletesProtected looks for what the projects of live objects refuse to let be
// deleted. It returns what completes a message, empty where nothing was found.
func DeletesProtected(ctx context.Context, h *hearing.Case, rows []sight.Brief) (why string, n hearing.Notes) {
	for _, row := range sight.Mixed(rows, gates.DeletesTried) {
		kind, served := h.View.Kind(row.Group, row.Kind)
		s := h.View.Look(ctx, row.Ref)
		if !served || s.Object == nil || s.State != trace.Live {
			continue
		}
		other := &hearing.Case{
			View: h.View, Kind: kind, Object: s.Object,
			Node:    &trace.Node{Ref: row.Ref, Resource: kind.Resource, UID: row.UID, State: trace.Live, Asked: true},
			Written: sync.OnceValue(func() []manifest.Write { return manifest.WritesOf(s.Object) }),
		}
		f := Refused(ctx, other)
		if !f.Decided() {
			continue
		}
		for _, e := range f.Evidence {
			n.Fact(h.View.NameOf(row.Ref)+": "+e.Source, e.Fact)
		}
		n.Steps = f.Steps
		return "; of " + h.View.NameOf(row.Ref) + ": " + f.Message, n
	}
	return "", n
}
