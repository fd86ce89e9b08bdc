package holder

import (
	"context"
	"slices"
	"strings"

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
	ref := trace.Ref{Group: manifest.LeaseGroup, Kind: "Lease"}
	for _, pod := range pods {
		awaited, waits := leaseAwaited(ctx, w, c, pod)
		if !waits || ref.Name != "" && awaited != ref {
			return b
		}
		ref = awaited
	}
	lease := w.Look(ctx, ref).Object
	if lease == nil {
		return b
	}
	identity, renewed, clock := manifest.LeaseHolder(lease), manifest.LeaseRenewed(lease), w.ClockOf(ctx)
	host := manifest.HostOf(identity)
	if host == "" || renewed.IsZero() || slices.ContainsFunc(pods, func(p *unstructured.Unstructured) bool { return manifest.IsHost(p, host) }) {
		return b
	}
	its := "its lease " + ref.Namespace + "/" + ref.Name
	end := manifest.LeaseEnd(lease)
	switch {
	case clock.Passed(renewed, Recently) && end.After(clock.At.Add(manifest.StaleLease)):
		until := end.UTC().Format("2006-01-02 15:04 MST")
		return heldByNobody(c, lease, sight.Where(ref)+": .spec.renewTime", its+" is held until "+until+" by "+phrase.OneLine(identity)+", which is no pod of it and has not renewed it "+clock.For(renewed), b)
	case !clock.Passed(renewed, manifest.LeasePatience(lease)):
		return standingBy(ctx, w, c, ref, identity, its+" is held by "+phrase.OneLine(identity)+", renewed "+clock.When(renewed)+", which is no pod of it", b)
	}
	return b
}

// leaseAwaited is the Lease that a pod has said last that it waits for.
func leaseAwaited(ctx context.Context, w *sight.View, c *candidate, pod *unstructured.Unstructured) (ref trace.Ref, waits bool) {
	h := &hearing.Case{View: w, Object: pod}
	h.Holder.Workload, h.Holder.Name = c.ref, c.title
	of := explain.LogOf{Namespace: pod.GetNamespace(), Pod: pod.GetName(), Container: speakerOf(h, pod)}
	log := w.LogFromStart(ctx, of)
	if log.Problem.Reason != "" {
		return ref, false
	}
	for i := range log.Lines {
		text := log.Lines[i].Text
		if m := standsBy.FindStringSubmatch(text); m != nil {
			ref, waits = trace.Ref{Group: manifest.LeaseGroup, Kind: "Lease", Namespace: m[1], Name: m[2]}, true
			w.KeepLog(of, log.Log, log.Lines[i:i+1])
		}
		if hasLead.MatchString(text) {
			waits = false
		}
	}
	return ref, waits
}

// standingBy is for a workload whose pods wait as long as another program goes on to lead.
func standingBy(ctx context.Context, w *sight.View, c *candidate, ref trace.Ref, identity, said string, b hearing.Wellbeing) hearing.Wellbeing {
	b.Fact(sight.Where(ref)+": .spec.holderIdentity", said)
	host := manifest.HostOf(identity)
	if other := runsAsHost(ctx, w, host); other.Name != "" {
		b.Do(explain.Act(explain.Stops, other, "end what leads in its stead, once it is clear which of the two is to stay: scale it down", "kubectl", "scale", other.Short(), "-n", other.Namespace, "--replicas=0"))
	} else {
		b.Mend("end what runs as " + phrase.OneLine(identity) + ": another installation, or somebody's own run of the same program; a pod of " + c.ref.Short() + " then takes over the lead")
		b.Next("see whether that is a pod of another namespace", "kubectl", "get", "pods", "-A", "--field-selector", "metadata.name="+host)
	}
	return b.Because(explain.Stuck, explain.NotLeading, explain.HolderNotLeading, c.ref.Short()+" in namespace "+c.ref.Namespace+" stands by and does nothing: "+said)
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
