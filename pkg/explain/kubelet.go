package explain

import (
	"context"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// freshEnd is how long after its grace period a pod may take to go while its
// kubelet is well: it kills, unmounts and reports.
const freshEnd = time.Minute

// kubeletStage is a stage for a pod whose grace period is over and that its
// kubelet has not let go of. The kubelet does so by a deletion with no grace;
// of a pod that has none left only the finalizers are in the way.
func kubeletStage(ctx context.Context, h *hearing) bool {
	if !h.isPod() || h.node.State != trace.Deleting || h.obj == nil {
		return false
	}
	if seconds, given := h.graceSeconds(); !given || seconds == 0 {
		return false
	}
	h.kubeletHolds(ctx)
	h.fact(h.name()+": .metadata.deletionTimestamp", fmt.Sprintf("its grace period of %s ended %s ago", h.graceOf(), h.ago(h.node.Since)))
	h.describePod()
	if h.nodeName() == "" {
		return h.decide(Unknown, NodeGone, "is on no node, so the pod garbage collector has to remove it")
	}
	for _, judge := range []stage{nodeGone, nodeNotReady, kubeletSilent} {
		if judge(ctx, h) {
			return true
		}
	}
	return kubeletUnfinished(ctx, h)
}

func (h *hearing) isPod() bool { return h.kind.Group == "" && h.kind.Kind == "Pod" }

// kubeletHolds sets the holder.
func (h *hearing) kubeletHolds(ctx context.Context) {
	h.hold.Holder = Holder{Name: "kubelet", Project: "Kubernetes", Confidence: Certain, BuiltIn: true}
	h.hold.Health = h.kubeletHealth(ctx)
}

func (h *hearing) nodeName() string {
	name, _, _ := unstructured.NestedString(h.obj.Object, "spec", "nodeName")
	return name
}

func (h *hearing) nodeRef() trace.Ref { return trace.Ref{Kind: "Node", Name: h.nodeName()} }

func (h *hearing) onNode() string {
	if name := h.nodeName(); name != "" {
		return " on " + name
	}
	return ""
}

// describePod adds what makes forcing a pod out dangerous.
func (h *hearing) describePod() {
	if _, mirror := h.obj.GetAnnotations()["kubernetes.io/config.mirror"]; mirror {
		h.fact(h.name()+": .metadata.annotations", "it mirrors a static pod, which ends only when its file on the node goes")
	}
	for _, o := range h.obj.GetOwnerReferences() {
		if o.Kind == "StatefulSet" {
			h.fact(h.name()+": .metadata.ownerReferences", "StatefulSet "+o.Name+" starts its successor under the same name only when it is gone")
			h.warn("forcing it out while its container may still run puts two pods with one identity on the same data")
		}
	}
}

// offerForce adds the forced deletion, which is right only for a node that will
// never come back.
func (h *hearing) offerForce() {
	h.next("only when the machine is gone for good: remove the pod without its kubelet",
		append(h.command(h.node.Ref, "delete"), "--force", "--grace-period=0")...)
	h.warn("a forced deletion stops nothing: on a node that still runs, the containers and mounts of the pod go on")
}

// kubeletUnfinished judges a pod whose kubelet is well.
func kubeletUnfinished(ctx context.Context, h *hearing) bool {
	h.block(ctx, h.nodeRef(), "runs the pod")
	h.next("read what the kubelet says of the pod", h.command(h.node.Ref, "describe")...)
	over := "its grace period ended " + h.ago(h.node.Since) + " ago"
	if e, failing := h.kubeletFailure(ctx); failing {
		h.fact("events", fmt.Sprintf("%s (%s): %s", e.Reason, count(int(e.Count), "time", "times"), e.Message))
		return h.decide(Stuck, KubeletUnfinished, over+", and the kubelet on "+h.nodeName()+" fails: "+e.Reason+": "+e.Message)
	}
	verdict := Unknown
	if h.now.Sub(h.node.Since) < freshEnd {
		verdict = Waiting
	}
	if running := h.runningContainers(); len(running) > 0 {
		h.fact(h.name()+": .status.containerStatuses", "still running: "+naming(running))
		return h.decide(verdict, KubeletUnfinished, over+", and "+naming(running)+" "+verb(len(running), "still runs", "still run")+" on "+h.nodeName())
	}
	if h.hasContainers() {
		return h.decide(verdict, KubeletUnfinished, over+"; its containers have ended, and the kubelet on "+h.nodeName()+" has not finished clearing up after them")
	}
	return h.decide(verdict, KubeletUnfinished, over+", and the kubelet on "+h.nodeName()+" has not let go of it")
}

// kubeletFailure is the last Warning of the kubelet since the pod was asked to go.
func (h *hearing) kubeletFailure(ctx context.Context) (event, bool) {
	grace, _ := h.graceSeconds()
	asked := h.node.Since.Add(-time.Duration(grace) * time.Second)
	for _, e := range h.eventsOf(ctx, h.node) {
		if slices.Contains([]string{"FailedKillPod", "FailedUnmount", "FailedUnMount", "FailedPreStopHook", "FailedSync", "FailedUnmapDevice"}, e.Reason) && !e.Last.Before(asked) {
			return e, true
		}
	}
	return event{}, false
}

// hasContainers reports whether the kubelet ever told of a container.
func (h *hearing) hasContainers() bool {
	statuses, _, _ := unstructured.NestedSlice(h.obj.Object, "status", "containerStatuses")
	return len(statuses) > 0
}

// runningContainers are those that have not ended, each with since when.
func (h *hearing) runningContainers() []string {
	var names []string
	for _, field := range []string{"containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"} {
		statuses, _, _ := unstructured.NestedSlice(h.obj.Object, "status", field)
		for _, item := range statuses {
			status, _ := item.(map[string]any)
			name, _, _ := unstructured.NestedString(status, "name")
			if running, is, _ := unstructured.NestedMap(status, "state", "running"); is {
				started, _, _ := unstructured.NestedString(running, "startedAt")
				names = append(names, "container "+name+h.sinceText(started))
			}
		}
	}
	return names
}

func (h *hearing) sinceText(at string) string {
	t := firstTime(at)
	if t.IsZero() {
		return ""
	}
	return " (up " + h.ago(t) + ")"
}

// ahead is how long until a time.
func (w *world) ahead(t time.Time) string { return duration.HumanDuration(max(t.Sub(w.now), 0)) }
