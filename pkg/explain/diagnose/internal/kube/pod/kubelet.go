package pod

import (
	"context"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// freshEnd is how long after its grace period a pod may take to go while its
// kubelet is well: it kills, unmounts and reports.
const freshEnd = time.Minute

// Kubelet is a rung for a pod whose grace period is over and that its
// kubelet has not let go of. The kubelet does so by a deletion with no grace;
// of a pod that has none left only the finalizers are in the way.
func Kubelet(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if !h.Kind.IsPod() || h.Node.State != trace.Deleting || h.Object == nil {
		return f
	}
	specified := specifiedIn(h)
	seconds, given := graceSeconds(h)
	if told := given || h.View.Copied && !specified && !slices.Contains(h.Object.GetFinalizers(), explain.NotCopied); !told || given && seconds == 0 {
		return f
	}
	f.Actor = kubeletOf(ctx, h)
	if given {
		f.Fact(h.Name()+": .metadata.deletionTimestamp", graceEnded(h, "its grace period of "+graceOf(h)))
	}
	f.Join(describePod(h))
	if f = f.And(kubeletSays(ctx, h, specified)); f.Decided() {
		return f
	}
	if h.View.Copied && !specified && (nodeName(h) == "" || !given) {
		return kubeletElsewhere(ctx, h, f, given)
	}
	if nodeName(h) == "" {
		f.Join(offerForce(h))
		return f.Decide(explain.Undecided, explain.NodeGone, "is on no node, so the pod garbage collector has to remove it")
	}
	for _, judge := range []hearing.Rung{nodeGone, nodeNotReady, kubeletSilent} {
		if f = f.And(judge(ctx, h)); f.Decided() {
			if c, failing := kubeletFailure(ctx, h); failing {
				f.Fact(c.source, c.fact())
			}
			return f
		}
	}
	return f.And(kubeletUnfinished(ctx, h))
}

// kubeletElsewhere judges a pod that was copied without its node. Given says that its grace period was.
func kubeletElsewhere(ctx context.Context, h *hearing.Case, f hearing.Finding, given bool) hearing.Finding {
	if nodeName(h) != "" {
		return kubeletShown(ctx, h, f)
	}
	if node := nodeTold(ctx, h); node != "" {
		f.Warn(forcedStopsNothing)
		f.Mend("see what the kubelet and the container runtime on node " + node + " say of the pod: that one has to end it")
		return f.Decide(explain.Undecided, explain.KubeletUnfinished, "the kubelet on "+node+" has to end it")
	}
	if !given && len(h.Object.GetFinalizers()) > 0 {
		return hearing.Finding{} // nothing tells that it is the kubelet who holds it too
	}
	if !given {
		f.Add(explain.Evidence{Kind: explain.Presumed, Source: h.Name() + ": .metadata.deletionGracePeriodSeconds", Fact: "it was not copied; that its kubelet has not let go of it is presumed", Weak: true})
	}
	f.Warn(forcedStopsNothing)
	f.Do(explain.Look("see which node it is on, and ask why that one's kubelet does not end it", h.View.Command(h.Node.Ref, "get", "-o", "wide")...).For(explain.Mends))
	return f.Decide(explain.Undecided, explain.KubeletUnfinished, "the kubelet of its node has to end it; which node that is, was not copied")
}

// kubeletShown judges a pod of which no more than the row of a table was copied, with its node.
func kubeletShown(ctx context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	if len(h.Object.GetFinalizers()) > 0 {
		return hearing.Finding{}
	}
	if node := h.View.Look(ctx, nodeRef(h)); node.Gone() || node.Object != nil {
		for _, judge := range []hearing.Rung{nodeGone, nodeNotReady} {
			if f = f.And(judge(ctx, h)); f.Decided() {
				return f
			}
		}
	}
	name := nodeName(h)
	f.Block(ctx, h.View, nodeRef(h), "runs the pod")
	f.Do(explain.Look("see whether node "+name+" is there and well: where it is, see there what keeps the kubelet and its container runtime from ending the pod", "kubectl", "get", "nodes/"+name, "-o", "wide").For(explain.Mends))
	f.Join(offerForce(h))
	return f.Decide(explain.Undecided, explain.KubeletUnfinished, "the kubelet on "+name+" has to end it; whether that one still runs was not copied")
}

// specifiedIn reports whether the object tells which node it is on, or that it is on none. A copy may end
// within its spec: what stands behind the node shows that it does not. The row of a table tells the node alone.
func specifiedIn(h *hearing.Case) bool {
	spec, there := h.Object.Object["spec"].(map[string]any)
	status, _ := h.Object.Object["status"].(map[string]any)
	shown := len(spec) == 1 && len(status) == 0 && h.Object.GetUID() == "" && h.Node.Created.IsZero()
	if !there || !h.View.Copied || nodeName(h) != "" && !shown {
		return there
	}
	return len(status) > 0 || spec["restartPolicy"] != nil || spec["schedulerName"] != nil
}

// graceEnded says when the grace period ended, of a copy that may be older, when it ends.
func graceEnded(h *hearing.Case, period string) string {
	end := h.Node.Since
	if h.View.Clock.Passed(end, 0) || h.View.Clock.Since(end).IsZero() {
		return period + " ended " + h.View.Clock.When(end)
	}
	return period + " ends " + h.View.Clock.When(end) + ", which may have been later than the copy"
}

// kubeletOf is the kubelet of the pod's node, which has to act.
func kubeletOf(ctx context.Context, h *hearing.Case) *hearing.Actor {
	return &hearing.Actor{
		Holder: explain.Holder{Name: "kubelet", Project: "Kubernetes", Confidence: explain.Certain, BuiltIn: true},
		Health: kubeletHealth(ctx, h),
	}
}

func nodeName(h *hearing.Case) string {
	name, _, _ := unstructured.NestedString(h.Object.Object, "spec", "nodeName")
	return name
}

func nodeRef(h *hearing.Case) trace.Ref { return trace.Ref{Kind: "Node", Name: nodeName(h)} }

func onNode(h *hearing.Case) string {
	if name := nodeName(h); name != "" {
		return " on " + name
	}
	return ""
}

// describePod adds what makes forcing a pod out dangerous.
func describePod(h *hearing.Case) (n hearing.Notes) {
	if _, mirror := h.Object.GetAnnotations()["kubernetes.io/config.mirror"]; mirror {
		n.Fact(h.Name()+": .metadata.annotations", "it mirrors a static pod, which ends only when its file on the node goes")
	}
	for _, o := range h.Object.GetOwnerReferences() {
		if o.Kind == "StatefulSet" {
			n.Fact(h.Name()+": .metadata.ownerReferences", "StatefulSet "+o.Name+" starts its successor under the same name only when it is gone")
			n.Warn("forcing it out while its container may still run puts two pods with one identity on the same data")
		}
	}
	return n
}

// forcedStopsNothing is what a forced deletion leaves behind.
const forcedStopsNothing = "a forced deletion stops nothing: on a node that still runs, the containers and mounts of the pod go on"

// offerForce adds the forced deletion, which is right only for a node that will
// never come back.
func offerForce(h *hearing.Case) (n hearing.Notes) {
	n.Do(explain.Act(explain.Deletes, h.Node.Ref, "only when the machine is gone for good: remove the pod without its kubelet",
		append(h.View.Command(h.Node.Ref, "delete"), "--force", "--grace-period=0")...).For(explain.Guarded))
	n.Warn(forcedStopsNothing)
	return n
}

// kubeletUnfinished judges a pod whose kubelet is well.
func kubeletUnfinished(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	f.Block(ctx, h.View, nodeRef(h), "runs the pod")
	f.Next("read what the kubelet says of the pod", h.View.Command(h.Node.Ref, "describe")...)
	over := graceEnded(h, "its grace period")
	if c, failing := kubeletFailure(ctx, h); failing {
		f.Mend(c.step("on node " + nodeName(h)))
		f.Fact(c.source, c.fact())
		return f.Decide(explain.Stuck, explain.KubeletUnfinished, over+", and the kubelet on "+nodeName(h)+" fails: "+c.said())
	}
	verdict := explain.Undecided
	if h.View.Clock.Within(h.Node.Since, freshEnd) {
		verdict = explain.Waiting
	} else {
		f.Mend("on node " + nodeName(h) + ", see what keeps the kubelet and its container runtime from ending the pod, and start them anew")
	}
	if running := runningContainers(h); len(running) > 0 {
		f.Fact(h.Name()+": .status.containerStatuses", "still running: "+phrase.Names(running))
		return f.Decide(verdict, explain.KubeletUnfinished, over+", and "+phrase.Names(running)+" "+phrase.Plural(len(running), "still runs", "still run")+" on "+nodeName(h))
	}
	if hasContainers(h) {
		return f.Decide(verdict, explain.KubeletUnfinished, over+"; its containers have ended, and the kubelet on "+nodeName(h)+" has not finished clearing up after them")
	}
	return f.Decide(verdict, explain.KubeletUnfinished, over+", and the kubelet on "+nodeName(h)+" has not let go of it")
}

// hasContainers reports whether the kubelet ever told of a container.
func hasContainers(h *hearing.Case) bool {
	statuses, _, _ := unstructured.NestedSlice(h.Object.Object, "status", "containerStatuses")
	return len(statuses) > 0
}

// runningContainers are those that have not ended, each with since when.
func runningContainers(h *hearing.Case) []string {
	var names []string
	for _, field := range []string{"containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"} {
		statuses, _, _ := unstructured.NestedSlice(h.Object.Object, "status", field)
		for _, item := range statuses {
			status, _ := item.(map[string]any)
			name, _, _ := unstructured.NestedString(status, "name")
			if running, is, _ := unstructured.NestedMap(status, "state", "running"); is {
				started, _, _ := unstructured.NestedString(running, "startedAt")
				names = append(names, "container "+name+sinceText(h, started))
			}
		}
	}
	return names
}

func sinceText(h *hearing.Case, at string) string {
	t := manifest.FirstTime(at)
	if t.IsZero() {
		return ""
	}
	return " (up " + h.View.Clock.For(t) + ")"
}
