package hearing

import (
	"cmp"
	"context"

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
