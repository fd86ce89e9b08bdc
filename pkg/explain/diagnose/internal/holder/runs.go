package holder

import (
	"cmp"
	"context"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/unready"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// askTimed is how a CronJob is, by its last run, or a Job.
func askTimed(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, c *candidate) (b hearing.Wellbeing) {
	if suspended, _, _ := unstructured.NestedBool(obj.Object, "spec", "suspend"); suspended {
		return asSuspended(w, obj, c)
	}
	last := obj
	if c.ref.Kind == "CronJob" {
		b.Fact(sight.Where(c.ref)+": .spec.schedule and .status", runsWhen(w, obj))
		jobs, complete := jobsOf(ctx, w, obj)
		if !complete {
			b.Hint("jobs in namespace "+c.ref.Namespace, "could not check how its runs end")
		}
		if late, is := overdue(w, obj, jobs); is {
			b.Mend("have what makes its Jobs make them: the kube-controller-manager, or what its namespace demands of Jobs")
			b.Next("see what is said of it", "kubectl", "describe", c.ref.Short(), "-n", c.ref.Namespace)
			return b.Because(explain.Undecided, explain.NotReady, explain.HolderNotReady, c.ref.Short()+" in namespace "+c.ref.Namespace+" does not run: "+late)
		}
		if len(jobs) == 0 {
			b.Health = explain.Running
			return b
		}
		last = jobs[0]
	}
	return byRun(ctx, w, last, c, b)
}

// asSuspended is for one that makes no runs until it is resumed.
func asSuspended(w *sight.View, obj *unstructured.Unstructured, c *candidate) (b hearing.Wellbeing) {
	kind, name := strings.ToLower(c.ref.Kind), c.ref.Short()+" in namespace "+c.ref.Namespace
	by, at := suspender(obj)
	fact := "suspended"
	if by != "" && !at.IsZero() {
		fact += ", by " + by + " " + w.Clock.When(at)
	}
	b.Fact(sight.Where(c.ref)+": .spec.suspend", fact)
	b.Do(explain.Act(explain.Starts, c.ref, "resume it", "kubectl", "patch", kind, c.ref.Name, "-n", c.ref.Namespace, "-p", `{"spec":{"suspend":false}}`))
	b.Next("find out why it was suspended", "kubectl", "get", c.ref.Short(), "-n", c.ref.Namespace, "-o", "yaml", "--show-managed-fields")
	b.Warn("once it runs, " + c.title + " acts on all its objects at once: on everything else that was deleted or changed meanwhile too")
	message := name + " is " + fact + ", so that nothing acts"
	if ran := lastRun(obj); !ran.IsZero() {
		how := "; it last ran "
		if ran.Equal(manifest.FirstTime(manifest.Str(obj, "status", "lastSuccessfulTime"))) {
			how = "; its last run went well, "
		}
		message += how + w.Clock.When(ran)
	}
	return b.Because(explain.Stuck, explain.ScaledDown, explain.HolderScaledDown, message)
}

// suspender is who wrote last that it is suspended.
func suspender(obj *unstructured.Unstructured) (by string, at time.Time) {
	for _, w := range manifest.WritesOf(obj) {
		if w.Owns("spec", "suspend") && (by == "" || w.At.After(at)) {
			by, at = phrase.OneLine(w.Manager), w.At
		}
	}
	return by, at
}

// lastRun is when a CronJob last ran to its end, or began to run.
func lastRun(cron *unstructured.Unstructured) time.Time {
	ended, began := manifest.FirstTime(manifest.Str(cron, "status", "lastSuccessfulTime")), manifest.FirstTime(manifest.Str(cron, "status", "lastScheduleTime"))
	if ended.After(began) {
		return ended
	}
	return began
}

// runsWhen is when a CronJob runs, and when it did last.
func runsWhen(w *sight.View, cron *unstructured.Unstructured) string {
	said := "runs " + manifest.Schedule(manifest.Str(cron, "spec", "schedule")).Words()
	if ran := lastRun(cron); !ran.IsZero() {
		return said + ", last " + w.Clock.When(ran)
	}
	return said + ", and has not run yet"
}

// overdue says that a CronJob has left out its last runs.
func overdue(w *sight.View, cron *unstructured.Unstructured, jobs []*unstructured.Unstructured) (said string, is bool) {
	every, ran := manifest.Schedule(manifest.Str(cron, "spec", "schedule")).Every(), lastRun(cron)
	since := ran
	if since.IsZero() {
		since = cron.GetCreationTimestamp().Time
	}
	if every == 0 || !w.Clock.Passed(since, 3*every+time.Minute) || len(jobs) > 0 && !ended(jobs[0]) {
		return "", false
	}
	return "it " + runsWhen(w, cron), true
}

// ended reports whether a Job has done its work, or given up.
func ended(job *unstructured.Unstructured) bool {
	return manifest.ConditionOf(job, "Complete").Status == "True" || manifest.ConditionOf(job, "Failed").Status == "True"
}

// byRun is how a holder is by its last Job: what has failed, or cannot start, does nothing.
func byRun(ctx context.Context, w *sight.View, job *unstructured.Unstructured, c *candidate, b hearing.Wellbeing) hearing.Wellbeing {
	ref := manifest.RefOf(batchGroup, "Job", job)
	name := c.ref.Short() + " in namespace " + c.ref.Namespace
	what := "it"
	if ref != c.ref {
		what = "its last Job " + ref.Name
	}
	if failed := manifest.ConditionOf(job, "Failed"); failed.Status == "True" {
		why := explain.Joined(": ", failed.Reason, failed.Message)
		if said, of := RunOf(ctx, w, job); of {
			b.LastWords = said.Said
			why += "; its last words: " + phrase.Quoted(said.Said)
		}
		b.Fact(sight.Where(ref)+": condition Failed", cmp.Or(explain.Joined(": ", failed.Reason, failed.Message), "failed"))
		b.Mend("mend what ended Job " + ref.Name + " in namespace " + ref.Namespace + ": its log says what")
		b.Next("read its last words", "kubectl", "logs", ref.Short(), "-n", ref.Namespace, "--tail=50")
		return b.Because(explain.Stuck, explain.NotReady, explain.HolderNotReady, name+" does not get its work done: "+what+" failed"+phrase.Prefixed(": ", why))
	}
	b.Health = explain.Running
	if ended(job) {
		return b
	}
	pods, _ := PodsOf(ctx, w, job)
	if worst := unready.Worst(ctx, w, pods, ref); worst != nil && worst.Lasting {
		b.Fact(sight.Where(worst.Pod)+": .status", worst.What)
		b.Do(worst.Mend)
		b.Do(worst.Look)
		return b.Because(explain.Stuck, explain.NotReady, explain.HolderNotReady, name+" does not get to work: "+worst.Pod.Name+" of Job "+ref.Name+" "+worst.What)
	}
	b.Fact(sight.Where(ref)+": .status", "it is running now")
	return b
}

// awaitsRun is for a CronJob that is well: its next run may do it, unless several that began
// since the deletion have not.
func awaitsRun(ctx context.Context, h *hearing.Case, said string) (f hearing.Finding) {
	at := h.Holder.Workload
	obj := h.View.Look(ctx, at).Object
	if at.Kind != "CronJob" || obj == nil {
		f.Do(explain.Await("wait for it to end", "kubectl", "wait", at.Short(), "-n", at.Namespace, "--for=condition=Complete", "--timeout=60s"))
		f.Next("read what it says; look for "+h.Node.Name, "kubectl", "logs", at.Short(), "-n", at.Namespace, "--tail=500")
		return f.Decide(explain.Undecided, explain.Silent, h.HolderName()+" runs"+said)
	}
	jobs, _ := jobsOf(ctx, h.View, obj)
	since := 0
	for _, job := range jobs {
		if job.GetCreationTimestamp().After(h.Node.Since) && manifest.ConditionOf(job, "Complete").Status == "True" {
			since++
		}
	}
	message := h.HolderName() + " " + runsWhen(h.View, obj)
	if len(jobs) > 0 && !ended(jobs[0]) {
		f.Do(explain.Await("wait for its run to end", "kubectl", "wait", "job/"+jobs[0].GetName(), "-n", at.Namespace, "--for=condition=Complete", "--timeout=60s"))
		f.Next("read what it says; look for "+h.Node.Name, "kubectl", "logs", "job/"+jobs[0].GetName(), "-n", at.Namespace, "--tail=500")
		return f.Decide(explain.Waiting, explain.Silent, message+": its Job "+jobs[0].GetName()+" is running now"+said)
	}
	if since < 2 {
		f.Do(explain.Await("wait for its next run"))
		if len(jobs) > 0 {
			f.Next("read what its last run said", "kubectl", "logs", "job/"+jobs[0].GetName(), "-n", at.Namespace, "--tail=500")
		}
		return f.Decide(explain.Waiting, explain.Silent, message+": its next run is to come"+said)
	}
	f.Next("read what its last run said; look for "+h.Node.Name, "kubectl", "logs", "job/"+jobs[0].GetName(), "-n", at.Namespace, "--tail=500")
	return f.Decide(explain.Undecided, explain.Silent, message+"; "+phrase.Count(since, "run", "runs")+" since the deletion went well and left it"+said)
}
