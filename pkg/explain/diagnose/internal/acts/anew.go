package acts

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// RunAnew are the condition of a Job that has failed for good, and the step by which it runs again, behind those that
// mend what it failed of.
func RunAnew(ctx context.Context, h *hearing.Case, ref trace.Ref) (n hearing.Notes) {
	why, failed := hearing.FailedForGood(ctx, h.View, ref)
	if !failed {
		return n
	}
	n.Fact(h.View.NameOf(ref)+": condition Failed", why+": it does not run again by itself")
	n.Do(explain.Act(explain.Deletes, ref, "if its controller makes it anew where it is gone, delete "+h.View.NameOf(ref)+": it has failed, and does not run again by itself", h.View.Command(ref, "delete")...).Then())
	return n
}
