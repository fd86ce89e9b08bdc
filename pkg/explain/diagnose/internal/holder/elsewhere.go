package holder

import (
	"context"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	// standsBy is how client-go says that a program waits for the lead, and in which Lease.
	standsBy = regex.New(`(?i)attempting to acquire leader lease\W.*?([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)/([a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)`)
	// hasLead is how it says that it need not wait any more.
	hasLead = regex.New(`(?i)\bsuccessfully acquired lease\b|\bbecame (?:the )?leader\b`)
)

// ledElsewhere looks whether somebody else leads, for a workload none of whose pods is known to:
// all of them have said that they wait for a Lease, and one that is none of them holds it.
func ledElsewhere(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, c *candidate, b hearing.Wellbeing) hearing.Wellbeing {
	if w.Logs.Reader == nil || !slices.ContainsFunc(w.List(ctx, manifest.LeaseGroup, "Lease", c.ref.Namespace).Objects, func(lease *unstructured.Unstructured) bool {
		return manifest.LeaseHolder(lease) != "" && !manifest.LeaseRenewed(lease).IsZero()
	}) {
		return b
	}
	pods, complete := PodsOf(ctx, w, obj)
	if !complete || len(pods) == 0 || len(pods) > mostPods {
		return b
	}
	clock := w.ClockOf(ctx)
	ref, long, wait := leaseOfAll(ctx, w, c, pods)
	if !wait {
		return b
	}
	lease := w.Look(ctx, ref).Object
	if lease == nil {
		return b
	}
	identity, renewed := manifest.LeaseHolder(lease), manifest.LeaseRenewed(lease)
	host := manifest.HostOf(identity)
	if host == "" || renewed.IsZero() || slices.ContainsFunc(pods, func(p *unstructured.Unstructured) bool { return manifest.IsHost(p, host) }) {
		return b
	}
	its, by := "its lease "+ref.Namespace+"/"+ref.Name, phrase.OneLine(identity)
	end := manifest.LeaseEnd(lease)
	switch {
	case clock.Passed(renewed, Recently) && end.After(clock.At.Add(manifest.StaleLease)):
		until := end.UTC().Format("2006-01-02 15:04 MST")
		return heldByNobody(c, lease, sight.Where(ref)+": .spec.renewTime", its+" is held until "+until+" by "+by+", which is no pod of it and has not renewed it "+clock.For(renewed), b)
	case !clock.Passed(renewed, manifest.LeasePatience(lease)):
		held := " is held by " + by
		if from := manifest.LeaseAcquired(lease); !from.IsZero() {
			held = " has been held " + clock.For(from) + " by " + by
		}
		return standingBy(ctx, w, c, ref, identity, its+held+", renewed "+clock.When(renewed)+", which is ", b)
	case long && clock.Passed(renewed, Recently) && clock.Passed(end, 0): // who waits so long has seen it stand still
		return takenByNobody(c, ref, its+" is still in the name of "+by+", which is no pod of it and has not renewed it "+clock.For(renewed)+", and its pods wait for it", b)
	}
	return b
}

// takenByNobody is for a Lease that is free and that the pods which wait for it do not take.
func takenByNobody(c *candidate, ref trace.Ref, said string, b hearing.Wellbeing) hearing.Wellbeing {
	b.Fact(sight.Where(ref)+": .spec.renewTime", said)
	b.Do(explain.Look("read why none of its pods takes over the lead, which has been free since, and mend that: most often they may not change leases there, or do not reach the API server", "kubectl", "logs", c.ref.Short(), "-n", c.ref.Namespace, "--tail=50").For(explain.Mends))
	b.Do(explain.Act(explain.Starts, c.ref, "where it says nothing of that, start its pods anew", "kubectl", "rollout", "restart", c.ref.Short(), "-n", c.ref.Namespace))
	return b.Because(explain.Stuck, explain.NotLeading, explain.HolderNotLeading, c.ref.Short()+" in namespace "+c.ref.Namespace+" stands by and does nothing: "+said)
}

// leaseOfAll is the Lease that all pods have said last that they wait for, and whether each of them is known to do so for long.
func leaseOfAll(ctx context.Context, w *sight.View, c *candidate, pods []*unstructured.Unstructured) (ref trace.Ref, long, wait bool) {
	clock := w.ClockOf(ctx)
	long = true
	for _, pod := range pods {
		awaited, since, waits := leaseAwaited(ctx, w, c, pod)
		if !waits || ref.Name != "" && awaited != ref {
			return ref, false, false
		}
		ref, long = awaited, long && clock.Passed(since, Recently)
	}
	return ref, long, true
}

// leaseAwaited is the Lease that a pod has said last that it waits for, and since when it does.
func leaseAwaited(ctx context.Context, w *sight.View, c *candidate, pod *unstructured.Unstructured) (ref trace.Ref, since time.Time, waits bool) {
	h := &hearing.Case{View: w, Object: pod}
	h.Holder.Workload, h.Holder.Name = c.ref, c.title
	of := explain.LogOf{Namespace: pod.GetNamespace(), Pod: pod.GetName(), Container: speakerOf(h, pod)}
	log := w.LogFromStart(ctx, of)
	if log.Problem.Reason != "" {
		return ref, since, false
	}
	for i := range log.Lines {
		text := log.Lines[i].Text
		if m := standsBy.FindStringSubmatch(text); m != nil {
			ref, since, waits = trace.Ref{Group: manifest.LeaseGroup, Kind: "Lease", Namespace: m[1], Name: m[2]}, log.Lines[i].At, true
			w.KeepLog(of, log.Log, log.Lines[i:i+1])
		}
		if hasLead.MatchString(text) {
			waits = false
		}
	}
	return ref, since, waits
}

// standingBy is for a workload whose pods wait as long as another program goes on to lead.
func standingBy(ctx context.Context, w *sight.View, c *candidate, ref trace.Ref, identity, said string, b hearing.Wellbeing) hearing.Wellbeing {
	host := manifest.HostOf(identity)
	if other := runsAsHost(ctx, w, host); other.Name != "" {
		said += "a pod of " + other.Short() + " in namespace " + other.Namespace
		b.Do(explain.Act(explain.Stops, other, "end what leads in its stead, once it is clear which of the two is to stay: scale it down", "kubectl", "scale", other.Short(), "-n", other.Namespace, "--replicas=0"))
	} else {
		said += "no pod of it"
		b.Mend("end what runs as " + phrase.OneLine(identity) + ": another installation, or somebody's own run of the same program; a pod of " + c.ref.Short() + " then takes over the lead")
		b.Next("see whether that is a pod of another namespace", "kubectl", "get", "pods", "-A", "--field-selector", "metadata.name="+host)
	}
	b.Fact(sight.Where(ref)+": .spec.holderIdentity", said)
	return b.Because(explain.Stuck, explain.NotLeading, explain.HolderNotLeading, c.ref.Short()+" in namespace "+c.ref.Namespace+" stands by and does nothing: "+said)
}

// leaderOf tells two installations of one program from two programs, where as much speaks for
// one candidate as for another: all pods of the one wait for a Lease that a pod of the other holds.
func (t *tally) leaderOf(ctx context.Context, ranked []*candidate) (leader, standby *candidate) {
	near := func(at int) bool { return len(ranked) > at && ranked[0].points-ranked[at].points < clearLead }
	if !near(1) || near(2) || ranked[1].points < likelyPoints || ranked[0].strong == 0 || ranked[1].strong == 0 {
		return nil, nil
	}
	for i := range 2 {
		one, other := ranked[i], ranked[1-i]
		how := workloadWellbeing(ctx, t.View, one)
		if how.Reason == explain.HolderNotLeading && slices.ContainsFunc(how.Steps, func(s explain.Step) bool { return s.Effect == explain.Stops && s.Target == other.ref }) {
			return other, one
		}
	}
	return nil, nil
}

// besideStandby says that another installation of the holder stands by, and has that one take over.
func besideStandby(h *hearing.Case) (said string, n hearing.Notes) {
	at, other := h.Holder.Workload, h.Standby
	if other.Name == "" {
		return "", n
	}
	where := other.Short() + " in namespace " + other.Namespace
	n.Do(explain.Act(explain.Stops, at, "see which of the two installations is to stay; where that is "+where+", scale down this one, which leads and has not finished it", "kubectl", "scale", at.Short(), "-n", at.Namespace, "--replicas=0"))
	return "; it leads one of two installations: " + where + " stands by", n
}

// runsAsHost is the workload of any namespace that has a pod of that name.
func runsAsHost(ctx context.Context, w *sight.View, host string) (ref trace.Ref) {
	for _, row := range WorkloadsOf(ctx, w).rows {
		rest, begins := strings.CutPrefix(host, row.Name+"-")
		if !begins || !manifest.EndsPod(row.Kind, rest) || row.Kind == "DaemonSet" {
			continue
		}
		pods := w.List(ctx, "", "Pod", row.Namespace)
		if slices.ContainsFunc(pods.Objects, func(p *unstructured.Unstructured) bool { return p.GetName() == host }) {
			return row.Ref
		}
	}
	return ref
}
