package holder

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// batchGroup is the group of what runs now and then, or once: CronJobs and Jobs.
const batchGroup = "batch"

// timed reports whether a workload runs now and then, or once, and not all the time.
func timed(ref trace.Ref) bool { return ref.Group == batchGroup }

// timedOf are the CronJobs of all namespaces. They are only asked for where nothing that
// runs all the time is found.
func timedOf(ctx context.Context, w *sight.View) Workloads {
	return sight.Memory[memory](w).timed.Get("", func() Workloads { return scan(ctx, w, batchGroup, []string{"CronJob"}, "") })
}

// timedUnder returns the CronJobs of a namespace whose pods run under one of its accounts,
// and else the Jobs: those that nothing else made, and that are not done.
func timedUnder(ctx context.Context, w *sight.View, account trace.Ref) (found []trace.Ref, complete bool) {
	complete = !w.GroupBroken(batchGroup)
	for _, kind := range []string{"CronJob", "Job"} {
		l := w.List(ctx, batchGroup, kind, account.Namespace)
		complete = complete && l.Complete
		for _, obj := range l.Objects {
			_, _, owned := manifest.ControllerOf(obj)
			if manifest.AccountOf(obj) == account && !owned && manifest.ConditionOf(obj, "Complete").Status != "True" {
				found = append(found, manifest.RefOf(batchGroup, kind, obj))
			}
		}
		if len(found) > 0 {
			return found, complete
		}
	}
	return nil, complete
}

// bySchedule looks for a CronJob that is called like who put the finalizer there, or by a
// part of its name, where nothing that runs all the time has much that speaks for it.
func (t *tally) bySchedule(ctx context.Context) {
	for ref, c := range t.candidates {
		if !timed(ref) && c.strong > 0 {
			return
		}
	}
	always := t.workloads
	defer func() { t.workloads = always }()
	t.workloads = timedOf(ctx, t.View)
	t.byManager()
	words := finalizerWords(t.id.finalizer)
	t.workloads.rows = slices.DeleteFunc(slices.Clone(t.workloads.rows), func(row workload) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return hasPart(row.Name, word) })
	})
	t.byNames()
}

// jobsOf are the Jobs that a CronJob has made, the newest first.
func jobsOf(ctx context.Context, w *sight.View, cron *unstructured.Unstructured) (jobs []*unstructured.Unstructured, complete bool) {
	l := w.List(ctx, batchGroup, "Job", cron.GetNamespace())
	for _, job := range l.Objects {
		if manifest.OwnedBy(job, cron) {
			jobs = append(jobs, job)
		}
	}
	slices.SortFunc(jobs, func(a, b *unstructured.Unstructured) int {
		return cmp.Or(b.GetCreationTimestamp().Compare(a.GetCreationTimestamp().Time), strings.Compare(b.GetName(), a.GetName()))
	})
	return jobs, l.Complete
}

// podsOfRuns are the pods of the Jobs of a CronJob, those of the newest first.
func podsOfRuns(ctx context.Context, w *sight.View, cron *unstructured.Unstructured, pods sight.Listing) (out []*unstructured.Unstructured) {
	jobs, _ := jobsOf(ctx, w, cron)
	for _, job := range jobs {
		for _, pod := range pods.Objects {
			if manifest.OwnedBy(pod, job) {
				out = append(out, pod)
			}
		}
	}
	return out
}
