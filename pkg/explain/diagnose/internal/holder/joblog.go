package holder

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// FailedRun is what a pod of a Job printed last before it failed.
type FailedRun struct {
	Said   string
	Source string
	Log    explain.Printed
}

// RunOf is the last run of a Job that failed, by what it printed. It is false where no
// run failed, or where its log could not be read or is empty.
func RunOf(ctx context.Context, w *sight.View, job *unstructured.Unstructured) (run FailedRun, failed bool) {
	if w.Logs.Reader == nil {
		return run, false
	}
	pods, _ := PodsOf(ctx, w, job)
	var last *unstructured.Unstructured
	for _, pod := range pods {
		if manifest.Str(pod, "status", "phase") == "Failed" && (last == nil || last.GetCreationTimestamp().Time.Before(pod.GetCreationTimestamp().Time)) {
			last = pod
		}
	}
	if last == nil {
		return run, false
	}
	of, ended := crashOf(&hearing.Case{View: w, Object: job}, last)
	if !ended {
		return run, false
	}
	log := w.Log(ctx, of)
	if log.Problem.Reason != "" {
		return run, false
	}
	entry := lastEntry(EntriesBefore(log.Log, w.Clock.At))
	if entry == nil {
		return run, false
	}
	w.KeepLog(of, log.Log, entry.Printed)
	return FailedRun{
		Said: redact.Text(phrase.OneLine(entry.Said())), Source: sight.SourceOfLog(of), Log: explain.Printed{LogOf: of, First: entry.At, Last: entry.At, Count: 1},
	}, true
}
