package storage

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// JudgeGroup finds the pods of a pod group that have not ended
// (pkg/controller/scheduling/podgroupprotection).
func JudgeGroup(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	pods := h.View.List(ctx, "", "Pod", h.Node.Namespace)
	var users []podUser
	for _, pod := range pods.Objects {
		phase := manifest.Str(pod, "status", "phase")
		if manifest.Str(pod, "spec", "schedulingGroup", "podGroupName") == h.Node.Name && phase != "Succeeded" && phase != "Failed" {
			users = append(users, newPodUser(ctx, h.View, pod))
		}
	}
	switch {
	case len(users) > 0:
		return heldByPods(h, users, phrase.Plural(len(users), "belongs", "belong")+" to it")
	case !pods.Complete:
		return f.Decide(explain.Undecided, explain.Silent, "could not check which pods belong to it")
	}
	f.Fact("pods in namespace "+h.Node.Namespace+": .spec.schedulingGroup", "none that has not ended belongs to it")
	return f.And(holder.Idle(ctx, h, "no unfinished pod belongs to it"))
}

// JudgeResourceClaim finds what a device is reserved for. A reservation for a
// pod ends with the pod; one for anything unknown is kept for ever
// (pkg/controller/resourceclaim, syncClaim).
func JudgeResourceClaim(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil {
		return f
	}
	list, _, _ := unstructured.NestedSlice(h.Object.Object, "status", "reservedFor")
	var users []podUser
	for _, item := range list {
		entry, _ := item.(map[string]any)
		resource, _ := entry["resource"].(string)
		group, _ := entry["apiGroup"].(string)
		name, _ := entry["name"].(string)
		uid, _ := entry["uid"].(string)
		if group != "" || resource != "pods" {
			f.Fact(h.Name()+": .status.reservedFor", "reserved for "+resource+"/"+name)
			f.BlockFact("reserved for " + resource + "/" + name)
			continue
		}
		if pod := reservingPod(ctx, h, name, uid); pod != nil {
			users = append(users, *pod)
		}
	}
	switch {
	case len(users) > 0:
		return f.And(heldByPods(h, users, phrase.Plural(len(users), "has", "have")+" it reserved"))
	case len(f.Blockers) > 0:
		return f.Decide(explain.Undecided, explain.InUse, "still "+f.Blockers[0].What)
	}
	f.Fact(h.Name()+": .status.reservedFor", "no pod that still runs has it reserved")
	return f.And(holder.Idle(ctx, h, "nothing has it reserved"))
}

// reservingPod is the pod of a reservation, nil where that has no force any
// more.
func reservingPod(ctx context.Context, h *hearing.Case, name, uid string) *podUser {
	ref := trace.Ref{Kind: "Pod", Namespace: h.Node.Namespace, Name: name}
	s := h.View.Look(ctx, ref)
	switch {
	case s.Gone():
		return nil
	case s.Object == nil:
		return &podUser{Ref: ref, state: s.State, what: "could not be read"}
	case string(s.Object.GetUID()) != uid:
		return nil
	}
	phase := manifest.Str(s.Object, "status", "phase")
	if phase == "Succeeded" || phase == "Failed" || s.State.Going() && manifest.Str(s.Object, "spec", "nodeName") == "" {
		return nil
	}
	u := newPodUser(ctx, h.View, s.Object)
	return &u
}
