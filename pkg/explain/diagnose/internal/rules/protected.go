package rules

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// DeletesProtected looks for what the projects of live objects refuse to let be
// deleted. It returns what completes a message, empty where nothing was found.
func DeletesProtected(ctx context.Context, h *hearing.Case, rows []sight.Brief) (why string, n hearing.Notes) {
	for _, row := range sight.Mixed(rows, gates.DeletesTried) {
		other := hearing.About(ctx, h.View, row.Ref)
		if other == nil || other.Node.State != trace.Live {
			continue
		}
		other.Node.Asked = true
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
