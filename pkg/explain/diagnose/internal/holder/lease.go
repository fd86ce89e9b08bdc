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
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// leads reports whether the identity in a Lease is that of a pod of the workload, or of one
// that is gone: identities begin with the name of the pod, and that with the workload's. A pod
// that another workload has is none of it, whatever that is called.
func leads(ctx context.Context, w *sight.View, identity string, workload trace.Ref) bool {
	host := manifest.HostOf(identity)
	rest, begins := strings.CutPrefix(host, workload.Name+"-")
	if !begins {
		return false
	}
	if whole := w.Look(ctx, workload).Object; whole != nil {
		pods, _ := PodsOf(ctx, w, whole)
		if slices.ContainsFunc(pods, func(p *unstructured.Unstructured) bool { return manifest.IsHost(p, host) }) {
			return true
		}
	}
	pods := w.List(ctx, "", "Pod", workload.Namespace)
	if slices.ContainsFunc(pods.Objects, func(p *unstructured.Unstructured) bool { return manifest.IsHost(p, host) }) {
		return false
	}
	return len(host) == longestHost || manifest.MayEndPod(workload.Kind, rest)
}

// longestHost is where a hostname is cut.
const longestHost = 63

// leading looks at the leader election of a workload whose pods are ready. One that a pod
// which still runs holds and does not renew says that it hangs, and one that a pod which is
// gone holds for much longer than usual that nobody may lead. Any other Lease that is left
// behind says nothing.
func leading(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, c *candidate, b hearing.Wellbeing) hearing.Wellbeing {
	var stale *unstructured.Unstructured
	for _, lease := range w.List(ctx, manifest.LeaseGroup, "Lease", c.ref.Namespace).Objects {
		identity := manifest.LeaseHolder(lease)
		if !leads(ctx, w, identity, c.ref) || manifest.LeaseRenewed(lease).IsZero() {
			continue
		}
		source := sight.Where(trace.Ref{Kind: "Lease", Namespace: lease.GetNamespace(), Name: lease.GetName()}) + ": .spec.renewTime"
		clock, renewed := w.ClockOf(ctx), manifest.LeaseRenewed(lease)
		if !clock.Passed(renewed, manifest.LeasePatience(lease)) {
			if until, left := leftBehind(ctx, w, lease, c.ref); left {
				return heldByNobody(c, lease, source, manifest.HostOf(identity)+" holds the leader election until "+until+", and there is no such pod", b)
			}
			b.Fact(source, manifest.HostOf(identity)+" leads, renewed "+clock.When(renewed))
			return b
		}
		if stale == nil || manifest.LeaseRenewed(lease).After(manifest.LeaseRenewed(stale)) {
			stale = lease
		}
	}
	if away := ledElsewhere(ctx, w, obj, c, b); away.Decided() || stale == nil {
		return away
	}
	return notLeading(ctx, w, obj, c, stale, b)
}

// leftBehind reports whether the pod in a Lease is gone, which nobody else may take over for
// longer than the usual lease, and until when. Of a pod that is called as those of another
// workload may be it says nothing.
func leftBehind(ctx context.Context, w *sight.View, lease *unstructured.Unstructured, workload trace.Ref) (until string, left bool) {
	renewed, end := manifest.LeaseRenewed(lease), manifest.LeaseEnd(lease)
	leader := manifest.LeaseHost(lease)
	if !manifest.EndsPod(workload.Kind, strings.TrimPrefix(leader, workload.Name+"-")) {
		return "", false
	}
	pods := w.List(ctx, "", "Pod", lease.GetNamespace())
	if !pods.Complete || slices.ContainsFunc(pods.Objects, func(p *unstructured.Unstructured) bool { return manifest.IsHost(p, leader) }) || !w.ClockOf(ctx).Passed(renewed, manifest.StaleLease) || !end.After(w.ClockOf(ctx).At.Add(manifest.StaleLease)) {
		return "", false
	}
	return end.UTC().Format("2006-01-02 15:04 MST"), true
}

// heldByNobody is for a Lease that keeps the pods that are there from leading.
func heldByNobody(c *candidate, lease *unstructured.Unstructured, source, said string, b hearing.Wellbeing) hearing.Wellbeing {
	ref := trace.Ref{Group: manifest.LeaseGroup, Kind: "Lease", Namespace: lease.GetNamespace(), Name: lease.GetName()}
	b.Fact(source, said)
	b.Do(explain.Act(explain.Deletes, ref, "delete the Lease that nobody holds any more: a pod that is there takes over the lead", "kubectl", "delete", "leases.coordination.k8s.io/"+ref.Name, "-n", ref.Namespace))
	return b.Because(explain.Stuck, explain.NotLeading, explain.HolderNotLeading, c.ref.Short()+" in namespace "+c.ref.Namespace+" looks ready and does nothing: "+said)
}

func notLeading(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, c *candidate, lease *unstructured.Unstructured, b hearing.Wellbeing) hearing.Wellbeing {
	leader := manifest.LeaseHost(lease)
	ref := trace.Ref{Group: manifest.LeaseGroup, Kind: "Lease", Namespace: lease.GetNamespace(), Name: lease.GetName()}
	said := leader + " holds the leader election and has not renewed it " + w.ClockOf(ctx).For(manifest.LeaseRenewed(lease))
	pods, _ := PodsOf(ctx, w, obj)
	runs := slices.ContainsFunc(pods, func(p *unstructured.Unstructured) bool {
		return p.GetName() == leader && p.GetDeletionTimestamp() == nil
	})
	if !runs {
		b.Hint(sight.Where(ref)+": .spec.renewTime", said+"; no such pod was found, so that this may be left over")
		return b
	}
	b.Fact(sight.Where(ref)+": .spec.renewTime", said)
	b.Do(explain.Act(explain.Starts, c.ref, "start its pods anew: one of them takes over the lead", "kubectl", "rollout", "restart", c.ref.Short(), "-n", c.ref.Namespace))
	b.Next("read what the leader says", "kubectl", "logs", "pod/"+leader, "-n", c.ref.Namespace, "--tail=50")
	return b.Because(explain.Stuck, explain.NotLeading, explain.HolderNotLeading, c.ref.Short()+" in namespace "+c.ref.Namespace+" looks ready and does nothing: "+said)
}
