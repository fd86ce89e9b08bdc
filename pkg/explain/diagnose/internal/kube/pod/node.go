package pod

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const nodeLeases = "kube-node-lease"

// staleKubelet is how long a kubelet may be silent. It renews its Lease
// every ten seconds and is given up after less than a minute.
const staleKubelet = time.Minute

// podCollection is how long the pod garbage collector may take with the
// pods of a node that is gone: it looks every 20 seconds and then waits 40.
const podCollection = 2 * time.Minute

// kubeletHealth is the health of the kubelet of the pod's node.
func kubeletHealth(ctx context.Context, h *hearing.Case) explain.Health {
	if nodeName(h) == "" {
		return ""
	}
	node := h.View.Look(ctx, nodeRef(h))
	switch {
	case node.Gone():
		return explain.Missing
	case node.Object == nil:
		return ""
	case !manifest.Ready(node.Object): // nodes and pods call the condition alike
		return explain.NotReady
	}
	if at, known := heard(ctx, h); known && h.View.ClockOf(ctx).Passed(at, staleKubelet) {
		return explain.NotReady
	}
	return explain.Running
}

// heard is when the kubelet renewed its Lease last. Not every node has one.
func heard(ctx context.Context, h *hearing.Case) (at time.Time, known bool) {
	s := h.View.Look(ctx, trace.Ref{Group: manifest.LeaseGroup, Kind: "Lease", Namespace: nodeLeases, Name: nodeName(h)})
	if s.Object == nil {
		return at, false
	}
	at = manifest.LeaseRenewed(s.Object)
	return at, !at.IsZero()
}

// nodeGone judges a pod whose node does not exist.
func nodeGone(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	name, s := nodeName(h), h.View.Look(ctx, nodeRef(h))
	switch {
	case s.Gone():
	case s.Object == nil:
		f.Block(ctx, h.View, nodeRef(h), h.View.Unread())
		if f = f.And(kubeletFails(ctx, h)); f.Decided() {
			return f
		}
		runs := ""
		if running := runningContainers(h); len(running) > 0 {
			f.Fact(h.Name()+": .status.containerStatuses", "still running: "+phrase.Names(running))
			runs = ", and " + phrase.Names(running) + " still " + phrase.Plural(len(running), "runs", "run")
		}
		if h.View.Copied {
			f.Warn("a forced deletion stops nothing: on a node that still runs, the containers and mounts of the pod go on")
			f.Next("see whether the node is there and well, which would settle it", "kubectl", "get", "nodes/"+name, "-o", "wide")
		} else {
			f.Next("have somebody who may read nodes look at it, which would settle it", "kubectl", "auth", "can-i", "get", "nodes")
		}
		return f.Decide(explain.Undecided, explain.KubeletUnfinished, graceEnded(h, "its grace period")+runs+"; node "+name+" "+h.View.Unread())
	default:
		return f
	}
	f.Block(ctx, h.View, nodeRef(h), "does not exist")
	m := holder.ControllerManager(ctx, h.View)
	f.Evidence = append(f.Evidence, m.Evidence...)
	message := "its node " + name + " does not exist any more, and with it no kubelet"
	switch {
	case m.Health == explain.NotLeading || m.Health == explain.NotReady:
		f.Join(holder.StartManager(m))
		f.Join(offerForce(h))
		return f.Decide(explain.Stuck, explain.NodeGone, message+"; the pod garbage collector would remove it, but the kube-controller-manager "+m.Message)
	case h.View.Clock.Within(h.Node.Since, podCollection):
		return f.Decide(explain.Waiting, explain.NodeGone, message+"; the pod garbage collector removes it within two minutes")
	}
	f.Do(explain.Await("wait two minutes: that is what the pod garbage collector needs if the node went only now",
		h.View.Command(h.Node.Ref, "wait", "--for=delete", "--timeout=2m")...))
	f.Join(offerForce(h))
	return f.Decide(explain.Undecided, explain.NodeGone, message+"; the pod garbage collector should have removed it, unless the node went a moment ago")
}

// nodeNotReady judges a pod whose node does not report to be well.
func nodeNotReady(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	node := h.View.Look(ctx, nodeRef(h))
	ready := manifest.ConditionOf(node.Object, "Ready")
	if ready.Status == "True" {
		return f
	}
	name := nodeName(h)
	what := "Ready is not set"
	if ready.Status != "" {
		what = fmt.Sprintf("Ready=%s %s", ready.Status, ready.Reason)
		f.Quote("nodes/"+name+": .status.conditions", what+" "+h.View.Clock.For(ready.Since)+": "+ready.Message, ready.Message)
	}
	f.Block(ctx, h.View, nodeRef(h), what)
	if at, tainted := manifest.TaintOf(node.Object, manifest.UnreachableTaint); tainted {
		f.Fact("nodes/"+name+": .spec.taints", "unreachable"+lasting(h, at))
	}
	message := "its node " + name + " has not been ready" + lasting(h, ready.Since) + phrase.Prefixed(": ", strings.TrimSuffix(ready.Message, "."))
	if _, out := manifest.TaintOf(node.Object, manifest.OutOfServiceTaint); out {
		f.Fact("nodes/"+name+": .spec.taints", "out of service: the pod garbage collector removes its pods and the volumes are detached")
		return f.Decide(explain.Waiting, explain.NodeNotReady, message+"; it is marked out of service, so the pod garbage collector removes the pod")
	}
	f.Mend("bring node " + name + " back: start its machine, or the kubelet on it, which then ends the pod")
	f.Next("see whether the node comes back", "kubectl", "describe", "node", name)
	f.Do(explain.Act(explain.Stops, nodeRef(h), "only when the machine is off for good: mark it so, which frees its pods and their volumes",
		"kubectl", "taint", "nodes", name, manifest.OutOfServiceTaint+"=nodeshutdown:NoExecute").For(explain.Guarded))
	f.Join(offerForce(h))
	if ready.Status == "" {
		return f.Decide(explain.Undecided, explain.NodeNotReady, "nothing tells whether its node "+name+" is well: it has no condition Ready")
	}
	if h.View.Clock.Within(ready.Since, freshEnd) {
		return f.Decide(explain.Waiting, explain.NodeNotReady, message)
	}
	return f.Decide(explain.Stuck, explain.NodeNotReady, message)
}

// kubeletSilent judges a pod whose node is called ready although nobody has
// heard of its kubelet.
func kubeletSilent(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	clock := h.View.ClockOf(ctx)
	at, known := heard(ctx, h)
	if !known {
		f.Hint(nodeLeases, "node "+nodeName(h)+" has no Lease that could be read, so nothing shows when its kubelet was heard last")
		return f
	}
	f.Fact("leases.coordination.k8s.io/"+nodeName(h)+" in namespace "+nodeLeases, "the kubelet was heard "+clock.When(at))
	if !clock.Passed(at, staleKubelet) {
		return f
	}
	f.Block(ctx, h.View, nodeRef(h), "its kubelet is silent")
	f.Mend("start the kubelet on node " + nodeName(h) + " again, which then ends the pod")
	f.Next("see what the node says", "kubectl", "describe", "node", nodeName(h))
	f.Join(offerForce(h))
	return f.Decide(explain.Stuck, explain.KubeletSilent, "the kubelet on "+nodeName(h)+" has been silent "+clock.For(at)+", although its node is called ready")
}

// lasting says since when, where that is known.
func lasting(h *hearing.Case, since time.Time) string {
	if since.IsZero() {
		return ""
	}
	return " " + h.View.Clock.For(since)
}
