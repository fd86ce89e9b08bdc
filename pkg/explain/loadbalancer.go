package explain

import (
	"context"
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// balancerFinalizers are those that a cloud's controller takes off a Service
// once the load balancer is gone.
var balancerFinalizers = []string{
	"service.kubernetes.io/load-balancer-cleanup", "service.k8s.aws/resources",
	"gke.networking.io/l4-*", "networking.gke.io/l4-*",
}

const cloudManager = "cloud-controller-manager"

// judgeBalancer is for a Service whose load balancer is to be deleted. What
// does that runs out of sight in many clusters; it tells of its failures in
// events (cloud-provider, controllers/service).
func judgeBalancer(ctx context.Context, h *hearing) bool {
	if h.obj != nil {
		if class := str(h.obj, "spec", "loadBalancerClass"); class != "" {
			h.fact(h.name()+": .spec.loadBalancerClass", oneLine(class)+": served by the controller that claims this class")
		}
		if address := addressOf(h.obj); address != "" {
			h.fact(h.name()+": .status.loadBalancer", address)
		}
	}
	for _, e := range h.eventsOf(ctx, h.node) {
		if !strings.Contains(e.Reason, "LoadBalancer") && !strings.Contains(e.Reason, "Deploy") && !strings.Contains(e.Reason, "Delete") {
			continue
		}
		return h.balancerFails(&e)
	}
	return h.cloudHalted(ctx)
}

// balancerFails decides by the newest event of the controller. One from before
// the deletion proves nothing about it.
func (h *hearing) balancerFails(e *event) bool {
	said := fmt.Sprintf("%s (%s, last %s ago)", e.Message, times(e.Count), h.ago(e.Last))
	if e.Last.Before(h.node.Since) {
		h.hint("event "+e.Reason+" from before the deletion", said)
		return false
	}
	h.fact("event "+e.Reason+prefixed(" of ", e.Component), said)
	if h.hold.Holder.Name == "" {
		h.hold.Holder = Holder{Name: e.Component, Confidence: Likely}
	}
	h.next("read what the controller says", h.command(h.node.Ref, "describe")...)
	return h.decide(Stuck, Failing, "deleting the load balancer fails: "+said)
}

func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// cloudHalted decides where the leader of the cloud controller has stopped. A
// cluster without a Lease of it may run it elsewhere.
func (h *hearing) cloudHalted(ctx context.Context) bool {
	if h.hold.Finalizer != balancerFinalizers[0] {
		return false // another controller, whose health is looked at like any other
	}
	ref := trace.Ref{Group: leaseGroup, Kind: "Lease", Namespace: systemNamespace, Name: cloudManager}
	lease := h.look(ctx, ref)
	h.next("read what its controller says of the load balancer", h.command(h.node.Ref, "describe")...)
	if lease.obj == nil {
		h.next("look for the cloud's controller; many clusters run it out of sight", "kubectl", "get", "leases,pods", "-n", systemNamespace)
		if h.obj != nil {
			if address := addressOf(h.obj); address != "" {
				h.next("ask the cloud itself whether " + address + " is still there")
			}
		}
		h.planRemoval()
		h.hint(h.nameOf(ref), "not visible here, as where the cloud's controller runs outside of the cluster")
		return false
	}
	age := h.clockOf(ctx).Sub(leaseRenewed(lease.obj))
	h.fact(h.nameOf(ref)+": .spec.renewTime", holderOf(lease.obj)+" holds the leader election, renewed "+h.agoFrom(age)+" ago")
	if age <= staleLease {
		return false
	}
	h.hold.Health = NotLeading
	h.next("see who led last", "kubectl", "get", "lease", cloudManager, "-n", systemNamespace, "-o", "yaml")
	return h.decide(Stuck, HolderNotLeading, cloudManager+" has not renewed its leader election for "+h.agoFrom(age))
}
