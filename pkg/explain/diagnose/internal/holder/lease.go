package holder

import (
	"context"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// leads reports whether the identity in a Lease is that of a pod of the workload, or of one
// that is gone: identities begin with the name of the pod, and that with the workload's. A pod
// that another workload has is none of it, whatever that is called.
func leads(ctx context.Context, w *sight.View, identity string, workload trace.Ref) bool {
	host := podOf(identity)
	rest, begins := strings.CutPrefix(host, workload.Name+"-")
	if !begins {
		return false
	}
	if whole := w.Look(ctx, workload).Object; whole != nil {
		pods, _ := PodsOf(ctx, w, whole)
		if slices.ContainsFunc(pods, func(p *unstructured.Unstructured) bool { return isHost(p, host) }) {
			return true
		}
	}
	pods := w.List(ctx, "", "Pod", workload.Namespace)
	if slices.ContainsFunc(pods.Objects, func(p *unstructured.Unstructured) bool { return isHost(p, host) }) {
		return false
	}
	its := podSuffixes[workload.Kind]
	return its == nil || its.MatchString(rest) || len(host) == longestHost
}

// longestHost is where a hostname is cut.
const longestHost = 63

// leaseDocumented reports whether the catalogue names the Lease for the component.
func leaseDocumented(lease *unstructured.Unstructured, c catalogue.Component) bool {
	return slices.ContainsFunc(c.Leases, func(documented string) bool {
		if namespace, name, ok := strings.Cut(documented, "/"); ok {
			return catalogue.Glob(namespace, lease.GetNamespace()) && catalogue.Glob(name, lease.GetName())
		}
		return catalogue.Glob(documented, lease.GetName())
	})
}

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
		if !clock.Passed(renewed, patience(lease)) {
			if until, left := leftBehind(ctx, w, lease, c.ref); left {
				return heldByNobody(c, lease, source, podOf(identity)+" holds the leader election until "+until+", and there is no such pod", b)
			}
			b.Fact(source, podOf(identity)+" leads, renewed "+clock.When(renewed))
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
	seconds, _, _ := unstructured.NestedInt64(lease.Object, "spec", "leaseDurationSeconds")
	renewed := manifest.LeaseRenewed(lease)
	end := renewed.Add(time.Duration(seconds) * time.Second)
	leader := podOf(manifest.LeaseHolder(lease))
	its := podSuffixes[workload.Kind]
	if its == nil || !its.MatchString(strings.TrimPrefix(leader, workload.Name+"-")) {
		return "", false
	}
	pods := w.List(ctx, "", "Pod", lease.GetNamespace())
	if !pods.Complete || slices.ContainsFunc(pods.Objects, func(p *unstructured.Unstructured) bool { return isHost(p, leader) }) || !w.ClockOf(ctx).Passed(renewed, StaleLease) || !end.After(w.ClockOf(ctx).At.Add(StaleLease)) {
		return "", false
	}
	return end.UTC().Format("2006-01-02 15:04 MST"), true
}

// podSuffixes are what the names of pods have behind that of their workload.
var podSuffixes = map[string]*regex.Regexp{
	"Deployment":  regex.New(`^[a-z0-9]+-[a-z0-9]{5}$`),
	"StatefulSet": regex.New(`^[0-9]+$`),
	"DaemonSet":   regex.New(`^[a-z0-9]{5}$`),
}

// isHost reports whether a pod may be the host of an identity: a hostname is cut at 63
// characters, and some identities go on behind the name.
func isHost(pod *unstructured.Unstructured, host string) bool {
	name := pod.GetName()
	return strings.HasPrefix(name, host) || strings.HasPrefix(host, name) || manifest.Str(pod, "spec", "hostname") == host
}

// heldByNobody is for a Lease that keeps the pods that are there from leading.
func heldByNobody(c *candidate, lease *unstructured.Unstructured, source, said string, b hearing.Wellbeing) hearing.Wellbeing {
	ref := trace.Ref{Group: manifest.LeaseGroup, Kind: "Lease", Namespace: lease.GetNamespace(), Name: lease.GetName()}
	b.Fact(source, said)
	b.Do(explain.Act(explain.Deletes, ref, "delete the Lease that nobody holds any more: a pod that is there takes over the lead", "kubectl", "delete", "leases.coordination.k8s.io/"+ref.Name, "-n", ref.Namespace))
	return b.Because(explain.Stuck, explain.NotLeading, explain.HolderNotLeading, c.ref.Short()+" in namespace "+c.ref.Namespace+" looks ready and does nothing: "+said)
}

func notLeading(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, c *candidate, lease *unstructured.Unstructured, b hearing.Wellbeing) hearing.Wellbeing {
	leader := podOf(manifest.LeaseHolder(lease))
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

// podOf is the name of the pod in the identity of a leader.
func podOf(identity string) string {
	name, _, _ := strings.Cut(identity, "_")
	return name
}

// patience is how old the last renewal of a Lease may be: three times its
// duration, and a minute at least, since clocks differ.
func patience(lease *unstructured.Unstructured) time.Duration {
	seconds, _, _ := unstructured.NestedInt64(lease.Object, "spec", "leaseDurationSeconds")
	return max(3*time.Duration(seconds)*time.Second, StaleLease)
}
