package pod

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// JobTracking is the finalizer by which a pod is counted before it goes.
	JobTracking   = "batch.kubernetes.io/job-tracking"
	jobController = "kubernetes.io/job-controller"
)

// JudgeJobPod is for a pod that the job controller has to count before it goes.
// It takes the finalizer off where the Job is going, has finished or is gone,
// and where the pod counts as ended (pkg/controller/job, canRemoveFinalizer and
// handleSingleOrphanPod).
func JudgeJobPod(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil {
		return f
	}
	source := h.Name() + ": .metadata.ownerReferences"
	ref, uid, controlled := manifest.ControllerOf(h.Object)
	switch {
	case !controlled && h.View.Copied && h.Object.GetUID() == "":
		f.Next("see which Job controls it: that was not copied", h.View.AsYAML(h.Node.Ref)...)
		return f
	case !controlled:
		f.Fact(source, "no Job controls the pod")
		return f.And(holder.Idle(ctx, h, "no Job controls the pod, so that it need not be counted"))
	case ref.Group != "batch" || ref.Kind != "Job":
		f.Fact(source, "controlled by "+h.View.NameOf(ref))
		f.Block(ctx, h.View, ref, "controls the pod")
		f.Mend("have what runs " + h.View.NameOf(ref) + " take the finalizer off: it is no Job, and the job controller leaves it alone")
		f.Next("see what controls the pod", h.View.AsYAML(ref)...)
		return f.Decide(explain.Undecided, explain.JobElsewhere, "the pod belongs to "+h.View.ShortName(ref)+", which is no Job, so that the job controller leaves it alone: what runs that has to take it off")
	}
	job := h.View.Look(ctx, ref)
	switch {
	case job.Object == nil && !job.Gone():
		f.Hint(h.View.NameOf(ref), h.View.Unread())
		f.Next("see whether its Job is there, and counts the pod", h.View.AsYAML(ref)...)
		return f
	case job.Gone():
		f.Fact(h.View.NameOf(ref), "does not exist any more")
		return f.And(holder.Idle(ctx, h, "its "+h.View.ShortName(ref)+" is gone, so that it need not be counted"))
	case string(job.Object.GetUID()) != uid:
		f.Fact(h.View.NameOf(ref), "is another Job of the same name")
		return f.And(holder.Idle(ctx, h, "its "+h.View.ShortName(ref)+" was replaced by another of that name, so that it need not be counted"))
	}
	return f.And(jobPod(ctx, h, ref, job))
}

// jobPod decides for a pod whose Job exists.
func jobPod(ctx context.Context, h *hearing.Case, ref trace.Ref, job sight.Seen) (f hearing.Finding) {
	source := h.View.NameOf(ref)
	if by := manifest.Str(job.Object, "spec", "managedBy"); by != "" && by != jobController {
		f.Fact(source+": .spec.managedBy", by)
		f.Block(ctx, h.View, ref, "managed by "+by)
		f.Mend("have " + by + " go on with " + h.View.NameOf(ref) + ": start it again where it does not run")
		f.Next("see the Job", h.View.AsYAML(ref)...)
		return f.Decide(explain.Undecided, explain.JobElsewhere, "its "+h.View.ShortName(ref)+" is managed by "+by+", so that the job controller leaves it alone: "+by+" has to take it off")
	}
	phase := manifest.Str(h.Object, "status", "phase")
	finished := manifest.ConditionOf(job.Object, "Complete").Status == "True" || manifest.ConditionOf(job.Object, "Failed").Status == "True"
	switch {
	case job.State.Going():
		f.Fact(source+": .metadata.deletionTimestamp", "the Job is being deleted as well")
		return f.And(uncounted(ctx, h, "its "+h.View.ShortName(ref)+" is going as well, so that it need not be counted", finished || job.Object.Object["status"] == nil))
	case finished:
		f.Fact(source+": .status.conditions", "the Job has finished")
		return f.And(uncounted(ctx, h, "its "+h.View.ShortName(ref)+" has finished, so that it need not be counted any more", true))
	case phase == "Succeeded" || phase == "Failed":
		f.Join(countedYet(h, job.Object, source))
		return f.And(holder.Idle(ctx, h, "the pod is "+phase+", so that its "+h.View.ShortName(ref)+" can count it"))
	case manifest.Str(job.Object, "spec", "podReplacementPolicy") == "Failed":
		return f.And(unfinished(ctx, h, ref, phase))
	}
	return f.And(holder.Idle(ctx, h, "a deleted pod counts as failed for its "+h.View.ShortName(ref)))
}

// uncounted is for a pod that need not be counted any more. In a copy, which is of something that hangs, that it waits ends
// nothing where its Job has finished, or may have: controllers up to v1.23.6 pass that over before they look at its pods
// (pkg/controller/job, syncJob).
func uncounted(ctx context.Context, h *hearing.Case, found string, finished bool) (f hearing.Finding) {
	runs := len(runningContainers(h)) > 0 || manifest.Str(h.Object, "status", "phase") == "Running"
	f = holder.Idle(ctx, h, found)
	if !f.Decided() && h.View.Copied && finished && !runs && holder.ControllerManager(ctx, h.View).Health != explain.Running && !later(ctx, h) {
		f.PlanRemoval(h, "only once its containers have ended, and where kube-controller-manager is "+forgets+": see what taking this one finalizer off would do")
	}
	return f
}

// remembers is a version of Kubernetes after those that forget pods: of a kubelet, or of the image of the manager.
var remembers = regex.New(`(?:^|kube-controller-manager:)v?1\.(?:2[4-9]|[3-9]\d|\d{3})`)

// later reports whether the cluster shows such a version. A kubelet is never newer than what it serves.
func later(ctx context.Context, h *hearing.Case) bool {
	return slices.ContainsFunc(slices.Concat(h.View.List(ctx, "", "Node", "").Objects, h.View.List(ctx, "", "Pod", sight.SystemNamespace).Objects), func(o *unstructured.Unstructured) bool {
		return remembers.MatchString(manifest.Str(o, "status", "nodeInfo", "kubeletVersion")) || remembers.MatchString(fmt.Sprint(o.Object["spec"]))
	})
}

// forgets is said of a manager that passes the pod over.
const forgets = "of v1.23.6 or before, which forgets pods of finished Jobs"

// countedYet adds whether the job controller has begun to count the pod.
func countedYet(h *hearing.Case, job *unstructured.Unstructured, source string) (n hearing.Notes) {
	for _, list := range []string{"succeeded", "failed"} {
		uids, _, _ := unstructured.NestedStringSlice(job.Object, "status", "uncountedTerminatedPods", list)
		if slices.Contains(uids, h.Node.UID) {
			n.Fact(source+": .status.uncountedTerminatedPods."+list, "the job controller has seen that the pod ended")
			return n
		}
	}
	return n
}

// unfinished decides for a pod of a Job that counts it only once it has ended,
// which the kubelet has to report.
func unfinished(ctx context.Context, h *hearing.Case, job trace.Ref, phase string) (f hearing.Finding) {
	f.Fact(h.View.NameOf(job)+": .spec.podReplacementPolicy", "Failed: a pod counts only once its phase says that it ended")
	name := manifest.Str(h.Object, "spec", "nodeName")
	message := "its " + h.View.ShortName(job) + " counts it only after it has ended, and its phase is " + phase
	if name == "" {
		return f.And(holder.Idle(ctx, h, message+" on no node"))
	}
	node := trace.Ref{Kind: "Node", Name: name}
	s := h.View.Look(ctx, node)
	switch {
	case s.Gone():
		f.Fact(h.View.NameOf(node), "does not exist any more")
		return f.And(holder.Idle(ctx, h, message+" on node "+name+", which is gone"))
	case s.Object == nil:
		f.Block(ctx, h.View, node, h.View.Unread())
		return f.Decide(explain.Undecided, explain.PodUnfinished, message+" on node "+name+", which "+h.View.Unread())
	}
	f.FactOfNode(s.Object, h.View.NameOf(node))
	if manifest.Ready(s.Object) { // a node has the same condition
		f.Block(ctx, h.View, node, "has to end the pod")
		return f.Decide(explain.Waiting, explain.PodUnfinished, message+" on node "+name)
	}
	f.Block(ctx, h.View, node, "not Ready, has to end the pod")
	f.Mend("bring node " + name + " back: start its machine, or the kubelet on it, which then reports that the pod has ended")
	f.Next("see what is the matter with the node", h.View.Command(node, "describe")...)
	return f.Decide(explain.Stuck, explain.PodUnfinished, message+" on node "+name+", which is not Ready")
}
