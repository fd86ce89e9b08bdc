package acts

import (
	"cmp"
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// FailedForGood says why a Job has failed that does not run again by itself; it is false for whatever else there is.
func FailedForGood(ctx context.Context, w *sight.View, ref trace.Ref) (why string, failed bool) {
	if ref.Group != "batch" || ref.Kind != "Job" {
		return "", false
	}
	job := w.Look(ctx, ref).Object
	if job == nil || job.GetDeletionTimestamp() != nil {
		return "", false
	}
	said := manifest.ConditionOf(job, "Failed")
	if said.Status != "True" {
		return "", false
	}
	return cmp.Or(said.Reason, said.Message, "condition Failed"), true
}

// RunAnew are the condition of a Job that has failed for good, and the step by which it runs again, behind those that
// mend what it failed of.
func RunAnew(ctx context.Context, h *hearing.Case, ref trace.Ref) (n hearing.Notes) {
	why, failed := FailedForGood(ctx, h.View, ref)
	if !failed {
		return n
	}
	n.Fact(sight.Where(ref)+": condition Failed", why+": it does not run again by itself")
	n.Do(explain.Act(explain.Deletes, ref, "if its controller makes it anew where it is gone, delete "+h.View.NameOf(ref)+": it has failed, and does not run again by itself", h.View.Command(ref, "delete")...).Then())
	return n
}
