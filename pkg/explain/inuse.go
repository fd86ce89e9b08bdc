package explain

import (
	"context"
	"net/netip"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const snapshotGroup = "snapshot.storage.k8s.io"

// use is what users do with an object: one of them, several of them.
type use struct {
	one, many string
	// idle is what a hold says where nobody does.
	idle string
	// ends says that it ends by itself, as a copy does.
	ends bool
	// outside says that not the kube-controller-manager looks after it.
	outside bool
}

var (
	usesIt   = use{one: "still uses it", many: "still use it", idle: "nothing uses it"}
	madeOfIt = use{one: "is still being made from it", many: "are still being made from it", idle: "nothing is being made from it", ends: true, outside: true}
)

// search looks among the objects of a kind for those that use another.
type search struct {
	group, kind string
	// everywhere looks in all namespaces instead of that of the object.
	everywhere bool
	uses       func(h *hearing, user *unstructured.Unstructured) bool
}

// usedBy makes a rule for a finalizer that waits for users of its object.
func usedBy(does use, searches ...search) stage {
	return func(ctx context.Context, h *hearing) bool {
		if h.obj == nil {
			return false
		}
		var found []usingObject
		complete := true
		for _, s := range searches {
			namespace := h.node.Namespace
			if s.everywhere {
				namespace = ""
			}
			list := h.list(ctx, s.group, s.kind, namespace)
			complete = complete && list.complete
			for _, obj := range list.objects {
				if s.uses(h, obj) {
					found = append(found, usingObject{refOfObject(s.group, s.kind, obj), h.stateOf(obj), obj})
				}
			}
		}
		return h.used(ctx, found, complete, does)
	}
}

type usingObject struct {
	trace.Ref
	state trace.State
	obj   *unstructured.Unstructured
}

func (h *hearing) used(ctx context.Context, found []usingObject, complete bool, does use) bool {
	if len(found) == 0 && !complete {
		return h.decide(Unknown, Silent, "could not check what "+does.one)
	}
	if len(found) == 0 {
		h.fact("the objects that could", does.idle)
		return !does.outside && h.idle(ctx, does.idle)
	}
	var names []string
	var live *usingObject
	for i := range found {
		u := &found[i]
		what := does.one
		if t := u.obj.GetDeletionTimestamp(); t != nil {
			what = h.goingText(t.Time)
		} else if live == nil {
			live = u
		}
		if i < blockersListed {
			h.blockKnown(u.Ref, u.state, what)
		}
		names = append(names, h.shortName(u.Ref))
	}
	message := count(len(found), "object", "objects") + " " + verb(len(found), does.one, does.many) + ": " + naming(names)
	if live == nil {
		h.next("find out what keeps "+verb(len(found), "it", "the first of them"), h.whyStuck(found[0].Ref)...)
		return h.decide(Waiting, InUse, message)
	}
	h.next("see what uses it", h.asYAML(live.Ref)...)
	if does.ends {
		return h.decide(Waiting, InUse, message)
	}
	return h.decide(Stuck, InUse, message)
}

// A class is in use as long as a volume asks for it, or a claim asks for it, has
// it or is being moved to it (pkg/controller/volume/vacprotection).
func claimOfClass(h *hearing, claim *unstructured.Unstructured) bool {
	return slices.Contains([]string{
		str(claim, "spec", "volumeAttributesClassName"), str(claim, "status", "currentVolumeAttributesClassName"),
		str(claim, "status", "modifyVolumeStatus", "targetVolumeAttributesClassName"),
	}, h.node.Name)
}

func volumeOfClass(h *hearing, volume *unstructured.Unstructured) bool {
	return str(volume, "spec", "volumeAttributesClassName") == h.node.Name
}

// A claim is being cloned as long as the clone is not bound.
func cloneOf(h *hearing, claim *unstructured.Unstructured) bool {
	return madeFrom(claim, "PersistentVolumeClaim", h.node.Name) && str(claim, "status", "phase") == "Pending"
}

func restoreOf(h *hearing, claim *unstructured.Unstructured) bool {
	return madeFrom(claim, "VolumeSnapshot", h.node.Name) && str(claim, "status", "phase") == "Pending"
}

func madeFrom(claim *unstructured.Unstructured, kind, name string) bool {
	for _, field := range []string{"dataSource", "dataSourceRef"} {
		if str(claim, "spec", field, "kind") == kind && str(claim, "spec", field, "name") == name {
			return true
		}
	}
	return false
}

// A claim is being copied as long as a snapshot of it is not ready.
func snapshotOf(h *hearing, snapshot *unstructured.Unstructured) bool {
	ready, _, _ := unstructured.NestedBool(snapshot.Object, "status", "readyToUse")
	return str(snapshot, "spec", "source", "persistentVolumeClaimName") == h.node.Name && !ready
}

// judgeGroup finds the pods of a pod group that have not ended
// (pkg/controller/scheduling/podgroupprotection).
func judgeGroup(ctx context.Context, h *hearing) bool {
	pods := h.list(ctx, "", "Pod", h.node.Namespace)
	var users []podUser
	for _, pod := range pods.objects {
		phase := str(pod, "status", "phase")
		if str(pod, "spec", "schedulingGroup", "podGroupName") == h.node.Name && phase != "Succeeded" && phase != "Failed" {
			users = append(users, h.podUser(ctx, pod))
		}
	}
	switch {
	case len(users) > 0:
		return h.heldByPods(users, verb(len(users), "belongs", "belong")+" to it")
	case !pods.complete:
		return h.decide(Unknown, Silent, "could not check which pods belong to it")
	}
	h.fact("pods in namespace "+h.node.Namespace+": .spec.schedulingGroup", "none that has not ended belongs to it")
	return h.idle(ctx, "no unfinished pod belongs to it")
}

// judgeResourceClaim finds what a device is reserved for. A reservation for a
// pod ends with the pod; one for anything unknown is kept for ever
// (pkg/controller/resourceclaim, syncClaim).
func judgeResourceClaim(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	list, _, _ := unstructured.NestedSlice(h.obj.Object, "status", "reservedFor")
	var users []podUser
	for _, item := range list {
		entry, _ := item.(map[string]any)
		resource, _ := entry["resource"].(string)
		group, _ := entry["apiGroup"].(string)
		name, _ := entry["name"].(string)
		uid, _ := entry["uid"].(string)
		if group != "" || resource != "pods" {
			h.fact(h.name()+": .status.reservedFor", "reserved for "+resource+"/"+name)
			h.blockFact("reserved for " + resource + "/" + name)
			continue
		}
		if pod := h.reservingPod(ctx, name, uid); pod != nil {
			users = append(users, *pod)
		}
	}
	switch {
	case len(users) > 0:
		return h.heldByPods(users, verb(len(users), "has", "have")+" it reserved")
	case len(h.hold.Blockers) > 0:
		return h.decide(Unknown, InUse, "still "+h.hold.Blockers[0].What)
	}
	h.fact(h.name()+": .status.reservedFor", "no pod that still runs has it reserved")
	return h.idle(ctx, "nothing has it reserved")
}

// reservingPod is the pod of a reservation, nil where that has no force any
// more.
func (h *hearing) reservingPod(ctx context.Context, name, uid string) *podUser {
	ref := trace.Ref{Kind: "Pod", Namespace: h.node.Namespace, Name: name}
	s := h.look(ctx, ref)
	switch {
	case s.gone():
		return nil
	case s.obj == nil:
		return &podUser{Ref: ref, state: s.state, what: "could not be read"}
	case string(s.obj.GetUID()) != uid:
		return nil
	}
	phase := str(s.obj, "status", "phase")
	if phase == "Succeeded" || phase == "Failed" || going(s.state) && str(s.obj, "spec", "nodeName") == "" {
		return nil
	}
	u := h.podUser(ctx, s.obj)
	return &u
}

// judgeRange finds the addresses that no other range would cover
// (pkg/controller/servicecidrs, canDeleteCIDR).
func judgeRange(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	const group = "networking.k8s.io"
	ranges := h.list(ctx, group, "ServiceCIDR", "")
	addresses := h.list(ctx, group, "IPAddress", "")
	if !ranges.complete || !addresses.complete {
		return h.decide(Unknown, Silent, "could not check which addresses are in use")
	}
	own, others := prefixesOf(h.obj), []netip.Prefix(nil)
	for _, r := range ranges.objects {
		if r.GetName() != h.node.Name {
			others = append(others, prefixesOf(r)...)
		}
	}
	var found []usingObject
	for _, obj := range addresses.objects {
		if obj.GetLabels()["ipaddress.kubernetes.io/managed-by"] != "ipallocator.k8s.io" {
			continue // not of a Service
		}
		at, err := netip.ParseAddr(obj.GetName())
		if err == nil && covered(own, at) && !covered(others, at) {
			found = append(found, usingObject{refOfObject(group, "IPAddress", obj), h.stateOf(obj), obj})
		}
	}
	return h.rangeHeld(ctx, found)
}

// rangeHeld names the Services that have the addresses.
func (h *hearing) rangeHeld(ctx context.Context, found []usingObject) bool {
	if len(found) == 0 {
		h.fact("ipaddresses.networking.k8s.io", "none of a Service is in this range alone")
		return h.idle(ctx, "no address of a Service is in this range alone")
	}
	var names []string
	for i := range found {
		u := &found[i]
		name := u.Name
		if service := str(u.obj, "spec", "parentRef", "name"); service != "" {
			name += " (" + str(u.obj, "spec", "parentRef", "resource") + " " + str(u.obj, "spec", "parentRef", "namespace") + "/" + service + ")"
		}
		if i < blockersListed {
			h.blockKnown(u.Ref, u.state, "only this range has it")
		}
		names = append(names, name)
	}
	h.next("see what has the addresses", "kubectl", "get", "ipaddresses.networking.k8s.io")
	return h.decide(Stuck, InUse, count(len(found), "address", "addresses")+" in this range alone "+verb(len(found), "is", "are")+" still in use: "+naming(names))
}

func prefixesOf(cidr *unstructured.Unstructured) []netip.Prefix {
	texts, _, _ := unstructured.NestedStringSlice(cidr.Object, "spec", "cidrs")
	var out []netip.Prefix
	for _, text := range texts {
		if p, err := netip.ParsePrefix(text); err == nil {
			out = append(out, p)
		}
	}
	return out
}

func covered(by []netip.Prefix, at netip.Addr) bool {
	for _, p := range by {
		if p.Contains(at) {
			return true
		}
	}
	return false
}
