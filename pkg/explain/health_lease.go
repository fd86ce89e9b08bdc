package explain

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const leaseGroup = "coordination.k8s.io"

// leads reports whether the identity in a Lease is that of a pod of the
// workload: identities begin with the name of the pod, and that with the
// workload's.
func leads(identity, workload string) bool {
	return strings.HasPrefix(identity, workload+"-")
}

// leaseDocumented reports whether the catalogue names the Lease for the component.
func leaseDocumented(lease *unstructured.Unstructured, c Component) bool {
	return slices.ContainsFunc(c.Leases, func(documented string) bool {
		if namespace, name, ok := strings.Cut(documented, "/"); ok {
			return glob(namespace, lease.GetNamespace()) && glob(name, lease.GetName())
		}
		return glob(documented, lease.GetName())
	})
}

// leading looks at the leader election of a workload whose pods are ready. A
// Lease that a pod of an older release left behind says nothing; one that a pod
// which still runs holds and does not renew says that it hangs.
func (w *world) leading(ctx context.Context, obj *unstructured.Unstructured, c *candidate, f fares) fares {
	var stale *unstructured.Unstructured
	for _, lease := range w.list(ctx, leaseGroup, "Lease", c.ref.Namespace).objects {
		identity := holderOf(lease)
		if !leads(identity, c.ref.Name) || leaseRenewed(lease).IsZero() {
			continue
		}
		source := where(trace.Ref{Kind: "Lease", Namespace: lease.GetNamespace(), Name: lease.GetName()}) + ": .spec.renewTime"
		age := w.clockOf(ctx).Sub(leaseRenewed(lease))
		if age <= patience(lease) {
			return f.fact(source, podOf(identity)+" leads, renewed "+w.agoFrom(max(age, 0))+" ago")
		}
		if stale == nil || leaseRenewed(lease).After(leaseRenewed(stale)) {
			stale = lease
		}
	}
	if stale == nil {
		return f
	}
	return w.notLeading(ctx, obj, c, stale, f)
}

func (w *world) notLeading(ctx context.Context, obj *unstructured.Unstructured, c *candidate, lease *unstructured.Unstructured, f fares) fares {
	leader := podOf(holderOf(lease))
	ref := trace.Ref{Group: leaseGroup, Kind: "Lease", Namespace: lease.GetNamespace(), Name: lease.GetName()}
	age := w.agoFrom(w.clockOf(ctx).Sub(leaseRenewed(lease)))
	said := fmt.Sprintf("%s holds the leader election and has not renewed it for %s", leader, age)
	pods, _ := w.podsOf(ctx, obj)
	runs := slices.ContainsFunc(pods, func(p *unstructured.Unstructured) bool {
		return p.GetName() == leader && p.GetDeletionTimestamp() == nil
	})
	if !runs {
		return f.hint(where(ref)+": .spec.renewTime", said+"; no such pod was found, so that this may be left over")
	}
	return f.fact(where(ref)+": .spec.renewTime", said).
		because(Stuck, NotLeading, HolderNotLeading, short(c.ref)+" in namespace "+c.ref.Namespace+" looks ready and does nothing: "+said).
		step("read what the leader says", "kubectl", "logs", "pod/"+leader, "-n", c.ref.Namespace, "--tail=50").
		step("see the Lease", "kubectl", "get", "lease/"+lease.GetName(), "-n", lease.GetNamespace(), "-o", "yaml").
		step("start its pods anew", "kubectl", "rollout", "restart", short(c.ref), "-n", c.ref.Namespace)
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
	return max(3*time.Duration(seconds)*time.Second, staleLease)
}
