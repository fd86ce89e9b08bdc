package explain

import (
	"context"
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	nodeLeases = "kube-node-lease"
	// staleKubelet is how long a kubelet may be silent. It renews its Lease
	// every ten seconds and is given up after less than a minute.
	staleKubelet = time.Minute
	// podCollection is how long the pod garbage collector may take with the
	// pods of a node that is gone: it looks every 20 seconds and then waits 40.
	podCollection = 2 * time.Minute

	unreachableTaint  = "node.kubernetes.io/unreachable"
	outOfServiceTaint = "node.kubernetes.io/out-of-service"
)

// kubeletHealth is how the kubelet of the pod's node fares.
func (h *hearing) kubeletHealth(ctx context.Context) Health {
	if h.nodeName() == "" {
		return ""
	}
	node := h.look(ctx, h.nodeRef())
	switch {
	case node.gone():
		return Missing
	case node.obj == nil:
		return ""
	case !podReady(node.obj): // nodes and pods call the condition alike
		return NotReady
	}
	if age, known := h.leaseAge(ctx); known && age > staleKubelet {
		return NotReady
	}
	return Running
}

// leaseAge is how long ago the kubelet renewed its Lease. Not every node has one.
func (h *hearing) leaseAge(ctx context.Context) (time.Duration, bool) {
	s := h.look(ctx, trace.Ref{Group: leaseGroup, Kind: "Lease", Namespace: nodeLeases, Name: h.nodeName()})
	if s.obj == nil {
		return 0, false
	}
	renewed := leaseRenewed(s.obj)
	if renewed.IsZero() {
		return 0, false
	}
	return h.clockOf(ctx).Sub(renewed), true
}

// nodeGone judges a pod whose node does not exist.
func nodeGone(ctx context.Context, h *hearing) bool {
	name, s := h.nodeName(), h.look(ctx, h.nodeRef())
	switch {
	case s.gone():
	case s.obj == nil:
		h.block(ctx, h.nodeRef(), "could not be read")
		h.next("see whether you may read nodes, which would settle it", "kubectl", "auth", "can-i", "get", "nodes")
		return h.decide(Unknown, KubeletUnfinished, "its grace period ended "+h.ago(h.node.Since)+" ago; node "+name+" could not be read")
	default:
		return false
	}
	h.block(ctx, h.nodeRef(), "does not exist")
	m := h.controllerManager(ctx)
	h.hold.Evidence = append(h.hold.Evidence, m.evidence...)
	message := "its node " + name + " does not exist any more, and with it no kubelet"
	switch {
	case m.health == NotLeading || m.health == NotReady:
		h.offerForce()
		return h.decide(Stuck, NodeGone, message+"; the pod garbage collector would remove it, but the kube-controller-manager "+m.message)
	case h.now.Sub(h.node.Since) < podCollection:
		return h.decide(Waiting, NodeGone, message+"; the pod garbage collector removes it within two minutes")
	}
	h.next("look again in two minutes: that is what the pod garbage collector needs if the node went only now",
		h.command(h.node.Ref, "get")...)
	h.offerForce()
	return h.decide(Unknown, NodeGone, message+"; the pod garbage collector should have removed it, unless the node went a moment ago")
}

// nodeNotReady judges a pod whose node does not report to be well.
func nodeNotReady(ctx context.Context, h *hearing) bool {
	node := h.look(ctx, h.nodeRef())
	ready := conditionOf(node.obj, "Ready")
	if ready.status == "True" {
		return false
	}
	name := h.nodeName()
	what := "Ready is not set"
	if ready.status != "" {
		what = fmt.Sprintf("Ready=%s %s", ready.status, ready.reason)
		h.fact("nodes/"+name+": .status.conditions", what+" since "+h.ago(ready.since)+": "+ready.message)
	}
	h.block(ctx, h.nodeRef(), what)
	if at, tainted := taintOf(node.obj, unreachableTaint); tainted {
		h.fact("nodes/"+name+": .spec.taints", "unreachable"+prefixed(" for ", h.agoUnlessZero(at)))
	}
	message := "its node " + name + " has not been ready" + prefixed(" for ", h.agoUnlessZero(ready.since)) + prefixed(": ", strings.TrimSuffix(ready.message, "."))
	if _, out := taintOf(node.obj, outOfServiceTaint); out {
		h.fact("nodes/"+name+": .spec.taints", "out of service: the pod garbage collector removes its pods and the volumes are detached")
		return h.decide(Waiting, NodeNotReady, message+"; it is marked out of service, so the pod garbage collector removes the pod")
	}
	h.next("see whether the node comes back", "kubectl", "describe", "node", name)
	h.next("only when the machine is off for good: mark it so, which frees its pods and their volumes",
		"kubectl", "taint", "nodes", name, outOfServiceTaint+"=nodeshutdown:NoExecute")
	h.offerForce()
	if ready.status == "" {
		return h.decide(Unknown, NodeNotReady, "nothing tells whether its node "+name+" is well: it has no condition Ready")
	}
	if !ready.since.IsZero() && h.now.Sub(ready.since) < freshEnd {
		return h.decide(Waiting, NodeNotReady, message)
	}
	return h.decide(Stuck, NodeNotReady, message)
}

// kubeletSilent judges a pod whose node is called ready although nobody has
// heard of its kubelet.
func kubeletSilent(ctx context.Context, h *hearing) bool {
	age, known := h.leaseAge(ctx)
	if !known {
		h.hint(nodeLeases, "node "+h.nodeName()+" has no Lease that could be read, so nothing shows when its kubelet was heard last")
		return false
	}
	h.fact("leases.coordination.k8s.io/"+h.nodeName()+" in namespace "+nodeLeases, "the kubelet was heard "+h.agoFrom(age)+" ago")
	if age <= staleKubelet {
		return false
	}
	h.block(ctx, h.nodeRef(), "its kubelet is silent")
	h.next("see what the node says", "kubectl", "describe", "node", h.nodeName())
	h.offerForce()
	return h.decide(Stuck, KubeletSilent, "the kubelet on "+h.nodeName()+" has been silent for "+h.agoFrom(age)+", although its node is called ready")
}

// taintOf finds a taint of a node, and when it was set.
func taintOf(node *unstructured.Unstructured, key string) (time.Time, bool) {
	taints, _, _ := unstructured.NestedSlice(node.Object, "spec", "taints")
	for _, item := range taints {
		taint, _ := item.(map[string]any)
		if taint["key"] == key {
			text, _, _ := unstructured.NestedString(taint, "timeAdded")
			return firstTime(text), true
		}
	}
	return time.Time{}, false
}

func (w *world) agoUnlessZero(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return w.ago(t)
}
