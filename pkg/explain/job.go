package explain

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	jobTracking   = "batch.kubernetes.io/job-tracking"
	jobController = "kubernetes.io/job-controller"
)

// judgeJobPod is for a pod that the job controller has to count before it goes.
// It takes the finalizer off where the Job is going, has finished or is gone,
// and where the pod counts as ended (pkg/controller/job, canRemoveFinalizer and
// handleSingleOrphanPod).
func judgeJobPod(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	source := h.name() + ": .metadata.ownerReferences"
	ref, uid, controlled := controllerOf(h.obj)
	switch {
	case !controlled:
		h.fact(source, "no Job controls the pod")
		return h.idle(ctx, "no Job controls the pod, so that it need not be counted")
	case ref.Group != "batch" || ref.Kind != "Job":
		h.fact(source, "controlled by "+h.nameOf(ref))
		h.block(ctx, ref, "controls the pod")
		h.next("see what controls the pod", h.asYAML(ref)...)
		return h.decide(Unknown, JobElsewhere, "the pod belongs to "+h.shortName(ref)+", which is no Job, so that the job controller leaves it alone: what runs that has to take it off")
	}
	job := h.look(ctx, ref)
	switch {
	case job.obj == nil && !job.gone():
		h.hint(h.nameOf(ref), "could not be read")
		return false
	case job.gone():
		h.fact(h.nameOf(ref), "does not exist any more")
		return h.idle(ctx, "its "+h.shortName(ref)+" is gone, so that it need not be counted")
	case string(job.obj.GetUID()) != uid:
		h.fact(h.nameOf(ref), "is another Job of the same name")
		return h.idle(ctx, "its "+h.shortName(ref)+" was replaced by another of that name, so that it need not be counted")
	}
	return h.jobPod(ctx, ref, job)
}

// jobPod decides for a pod whose Job exists.
func (h *hearing) jobPod(ctx context.Context, ref trace.Ref, job sight) bool {
	source := h.nameOf(ref)
	if by := str(job.obj, "spec", "managedBy"); by != "" && by != jobController {
		h.fact(source+": .spec.managedBy", by)
		h.block(ctx, ref, "managed by "+by)
		h.next("see the Job", h.asYAML(ref)...)
		return h.decide(Unknown, JobElsewhere, "its "+h.shortName(ref)+" is managed by "+by+", so that the job controller leaves it alone: "+by+" has to take it off")
	}
	phase := str(h.obj, "status", "phase")
	switch {
	case going(job.state):
		h.fact(source+": .metadata.deletionTimestamp", "the Job is being deleted as well")
		return h.idle(ctx, "its "+h.shortName(ref)+" is going as well, so that it need not be counted")
	case conditionOf(job.obj, "Complete").status == "True", conditionOf(job.obj, "Failed").status == "True":
		h.fact(source+": .status.conditions", "the Job has finished")
		return h.idle(ctx, "its "+h.shortName(ref)+" has finished, so that it need not be counted any more")
	case phase == "Succeeded" || phase == "Failed":
		h.countedYet(job.obj, source)
		return h.idle(ctx, "the pod is "+phase+", so that its "+h.shortName(ref)+" can count it")
	case str(job.obj, "spec", "podReplacementPolicy") == "Failed":
		return h.unfinished(ctx, ref, phase)
	}
	return h.idle(ctx, "a deleted pod counts as failed for its "+h.shortName(ref))
}

// countedYet adds whether the job controller has begun to count the pod.
func (h *hearing) countedYet(job *unstructured.Unstructured, source string) {
	for _, list := range []string{"succeeded", "failed"} {
		uids, _, _ := unstructured.NestedStringSlice(job.Object, "status", "uncountedTerminatedPods", list)
		if slices.Contains(uids, h.node.UID) {
			h.fact(source+": .status.uncountedTerminatedPods."+list, "the job controller has seen that the pod ended")
			return
		}
	}
}

// unfinished decides for a pod of a Job that counts it only once it has ended,
// which the kubelet has to report.
func (h *hearing) unfinished(ctx context.Context, job trace.Ref, phase string) bool {
	h.fact(h.nameOf(job)+": .spec.podReplacementPolicy", "Failed: a pod counts only once its phase says that it ended")
	name := str(h.obj, "spec", "nodeName")
	message := "its " + h.shortName(job) + " counts it only after it has ended, and its phase is " + phase
	if name == "" {
		return h.idle(ctx, message+" on no node")
	}
	node := trace.Ref{Kind: "Node", Name: name}
	s := h.look(ctx, node)
	switch {
	case s.gone():
		h.fact(h.nameOf(node), "does not exist any more")
		return h.idle(ctx, message+" on node "+name+", which is gone")
	case s.obj == nil:
		h.block(ctx, node, "could not be read")
		return h.decide(Unknown, PodUnfinished, message+" on node "+name+", which could not be read")
	}
	h.factOfNode(s.obj, h.nameOf(node))
	if podReady(s.obj) { // a node has the same condition
		h.block(ctx, node, "has to end the pod")
		return h.decide(Waiting, PodUnfinished, message+" on node "+name)
	}
	h.block(ctx, node, "not Ready, has to end the pod")
	h.next("see what is the matter with the node", h.command(node, "describe")...)
	return h.decide(Stuck, PodUnfinished, message+" on node "+name+", which is not Ready")
}
