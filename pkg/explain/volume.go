package explain

import (
	"cmp"
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	volumeProtection  = "kubernetes.io/pv-protection"
	volumeBinder      = "kubernetes.io/pv-controller"
	volumeProvisioner = "external-provisioner.volume.kubernetes.io/finalizer"
	attacherPrefix    = "external-attacher/"
)

// judgeVolume is for what waits until no claim is bound to a volume: the
// protection looks at nothing but the phase (pkg/controller/volume/pvprotection),
// and what deletes the disk waits for the phase Released.
func judgeVolume(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	h.reclaimed()
	phase := str(h.obj, "status", "phase")
	if phase == "Bound" {
		return h.boundVolume(ctx)
	}
	h.fact(h.name()+": .status.phase", "the volume is "+cmp.Or(phase, "in no phase yet")+", no claim is bound to it")
	if h.hold.Finalizer != volumeProtection {
		if h.attachedVolume(ctx, "the disk cannot be deleted while it is attached") {
			return true
		}
		if str(h.obj, "spec", policyField) == "Retain" {
			h.fact(h.name()+": .spec.persistentVolumeReclaimPolicy", "Retain: the disk is not deleted with the volume")
		}
		return false // the storage has to act: its health, its events
	}
	return h.idle(ctx, "no claim is bound to it")
}

// boundVolume decides for a volume that has a claim.
func (h *hearing) boundVolume(ctx context.Context) bool {
	claim := trace.Ref{Kind: "PersistentVolumeClaim", Namespace: str(h.obj, "spec", "claimRef", "namespace"), Name: str(h.obj, "spec", "claimRef", "name")}
	if claim.Name == "" {
		return h.decide(Unknown, InUse, "its phase is Bound, yet it names no claim")
	}
	s := h.look(ctx, claim)
	title := "the claim " + claim.Namespace + "/" + claim.Name
	h.fact(h.name()+": .spec.claimRef", "bound to "+h.nameOf(claim))
	another := s.obj != nil && string(s.obj.GetUID()) != str(h.obj, "spec", "claimRef", "uid")
	switch {
	case s.state == trace.Unreadable:
		h.block(ctx, claim, "could not be read")
		return h.decide(Unknown, InUse, title+" is bound to it; what became of that could not be read")
	case s.gone() || another:
		return h.idle(ctx, title+" is gone, and its phase is still Bound")
	case going(s.state):
		h.block(ctx, claim, h.goingText(s.obj.GetDeletionTimestamp().Time))
		h.next("find out what keeps the claim", h.whyStuck(claim)...)
		h.first(h.keepData(h.obj))
		return h.decide(Waiting, InUse, title+" is bound to it and is itself being deleted")
	}
	h.block(ctx, claim, "bound to it")
	h.next("see the claim", h.command(claim, "get")...)
	h.next("see which pods use it", h.command(claim, "describe")...)
	h.next("the volume goes only after its claim: delete that too if nothing needs it", h.command(claim, "delete")...)
	h.first(h.keepData(h.obj))
	return h.decide(Stuck, InUse, title+" is bound to it and nobody deletes that")
}

// reclaimed says in the cost what becomes of the disk.
func (h *hearing) reclaimed() {
	policy := str(h.obj, "spec", policyField)
	if policy == "" {
		return
	}
	text := "reclaim policy " + oneLine(policy)
	if h.hold.Cost.Identity != "" {
		text = h.hold.Cost.Identity + ", " + text
	}
	h.hold.Cost.Identity = text
}
