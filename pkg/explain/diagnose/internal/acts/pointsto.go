package acts

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// PointsTo reads the field of the object to which words send whoever reads them, where that was not copied.
func PointsTo(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	field := manifest.PointsTo(words)
	if field == "" || h.Object == nil || h.Node.Name == explain.NoName || h.Kind.IsUntyped() {
		return n
	}
	if _, there := manifest.FieldAt(h.Object.Object, field); there || !h.View.Copied {
		return n
	}
	n.Do(explain.Look("read what fails in its field "+field+", to which these words send and which was not copied, and mend what that names", h.View.Command(h.Node.Ref, "get", "-o", "jsonpath={."+field+"}")...).For(explain.Mends))
	return n
}
