package signs

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// ofItsDeletion reports whether a condition is of after the object was asked to go by what it says, where a
// copy does not tell when that was: who says that a deletion failed has tried it, and who says that it goes on has seen it.
func ofItsDeletion(h *hearing.Case, c manifest.Condition) bool {
	if !h.View.Copied || !h.Node.Since.IsZero() && !c.SaidAt().IsZero() {
		return false
	}
	failed := h.Node.Since.IsZero() && sentence.DeletionFailed(c.Reason, c.Message)
	return failed || c.Status == "True" && sentence.Goes(c.Kind) && sentence.Restates(c.Message)
}
