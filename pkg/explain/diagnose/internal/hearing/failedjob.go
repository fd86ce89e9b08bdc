package hearing

import (
	"cmp"
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// jobAt is the Job of a reference, nil for whatever else there is, or where there is none.
func jobAt(ctx context.Context, w *sight.View, ref trace.Ref) *unstructured.Unstructured {
	if ref.Group != "batch" || ref.Kind != "Job" {
		return nil
	}
	return w.Look(ctx, ref).Object
}

// FailedForGood says why a Job has failed that does not run again by itself; it is false for whatever else there is.
func FailedForGood(ctx context.Context, w *sight.View, ref trace.Ref) (why string, failed bool) {
	job := jobAt(ctx, w, ref)
	if job == nil || job.GetDeletionTimestamp() != nil {
		return "", false
	}
	said := manifest.ConditionOf(job, "Failed")
	if said.Status != "True" || MadeAnew(ctx, w, job) {
		return "", false
	}
	return cmp.Or(said.Reason, said.Message, "condition Failed"), true
}

// FailsAgain says how many pods of a Job have failed so far that still tries and of which none runs well now.
func FailsAgain(ctx context.Context, w *sight.View, ref trace.Ref) (times int64) {
	job := jobAt(ctx, w, ref)
	if job == nil {
		return 0
	}
	count := func(field string) int64 {
		n, _, _ := unstructured.NestedInt64(job.Object, "status", field)
		return n
	}
	if count("ready") > 0 || count("succeeded") > 0 {
		return 0
	}
	return count("failed")
}

// MadeAnew reports whether the owner of a Job that has failed has made another one since, which has not.
func MadeAnew(ctx context.Context, w *sight.View, job *unstructured.Unstructured) bool {
	if manifest.ConditionOf(job, "Failed").Status != "True" || len(job.GetOwnerReferences()) == 0 {
		return false
	}
	made, owner := job.GetCreationTimestamp(), job.GetOwnerReferences()[0].UID
	return slices.ContainsFunc(w.List(ctx, "batch", "Job", job.GetNamespace()).Objects, func(other *unstructured.Unstructured) bool {
		at := other.GetCreationTimestamp()
		return made.Before(&at) && manifest.ConditionOf(other, "Failed").Status != "True" &&
			slices.ContainsFunc(other.GetOwnerReferences(), func(o metav1.OwnerReference) bool { return o.UID == owner })
	})
}
