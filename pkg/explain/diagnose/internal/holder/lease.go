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
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// leads reports whether the identity in a Lease is that of a pod of the
// workload: identities begin with the name of the pod, and that with the
// workload's.
func leads(identity, workload string) bool {
	return strings.HasPrefix(identity, workload+"-")
}

// leaseDocumented reports whether the catalogue names the Lease for the component.
func leaseDocumented(lease *unstructured.Unstructured, c catalogue.Component) bool {
	return slices.ContainsFunc(c.Leases, func(documented string) bool {
		if namespace, name, ok := strings.Cut(documented, "/"); ok {
			return catalogue.Glob(namespace, lease.GetNamespace()) && catalogue.Glob(name, lease.GetName())
		}
		return catalogue.Glob(documented, lease.GetName())
	})
}

// leading looks at the leader election of a workload whose pods are ready. A
// Lease that a pod of an older release left behind says nothing; one that a pod
// which still runs holds and does not renew says that it hangs.
func leading(ctx context.Context, w *sight.View, obj *unstructured.Unstructured, c *candidate, b hearing.Wellbeing) hearing.Wellbeing {
	var stale *unstructured.Unstructured
	for _, lease := range w.List(ctx, manifest.LeaseGroup, "Lease", c.ref.Namespace).Objects {
		identity := manifest.LeaseHolder(lease)
		if !leads(identity, c.ref.Name) || manifest.LeaseRenewed(lease).IsZero() {
			continue
		}
		source := sight.Where(trace.Ref{Kind: "Lease", Namespace: lease.GetNamespace(), Name: lease.GetName()}) + ": .spec.renewTime"
		clock, renewed := w.ClockOf(ctx), manifest.LeaseRenewed(lease)
		if !clock.Passed(renewed, patience(lease)) {
			b.Fact(source, podOf(identity)+" leads, renewed "+clock.When(renewed))
			return b
		}
		if stale == nil || manifest.LeaseRenewed(lease).After(manifest.LeaseRenewed(stale)) {
			stale = lease
		}
	}
	if stale == nil {
		return b
	}
	return notLeading(ctx, w, obj, c, stale, b)
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
	b.Do(explain.Act(explain.Starts, c.ref, "start its pods anew: one of them takes over the lead", "kubectl", "rollout", "restart", sight.Short(c.ref), "-n", c.ref.Namespace))
	b.Next("read what the leader says", "kubectl", "logs", "pod/"+leader, "-n", c.ref.Namespace, "--tail=50")
	return b.Because(explain.Stuck, explain.NotLeading, explain.HolderNotLeading, sight.Short(c.ref)+" in namespace "+c.ref.Namespace+" looks ready and does nothing: "+said)
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
