package storage

import (
	"cmp"
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The finalizers of volumes.
const (
	VolumeProtection  = "kubernetes.io/pv-protection"
	VolumeBinder      = "kubernetes.io/pv-controller"
	VolumeProvisioner = "external-provisioner.volume.kubernetes.io/finalizer"
	AttacherPrefix    = "external-attacher/"
)

// JudgeVolume is for what waits until no claim is bound to a volume: the
// protection looks at nothing but the phase (pkg/controller/volume/pvprotection),
// and what deletes the disk waits for the phase Released.
func JudgeVolume(ctx context.Context, h *hearing.Case) bool {
	if h.Object == nil {
		return false
	}
	reclaimed(h)
	phase := manifest.Str(h.Object, "status", "phase")
	if phase == "Bound" {
		return boundVolume(ctx, h)
	}
	h.Fact(h.Name()+": .status.phase", "the volume is "+cmp.Or(phase, "in no phase yet")+", no claim is bound to it")
	if h.Hold.Finalizer != VolumeProtection {
		if attachedVolume(ctx, h, "the disk cannot be deleted while it is attached") {
			return true
		}
		if manifest.Str(h.Object, "spec", policyField) == "Retain" {
			h.Fact(h.Name()+": .spec.persistentVolumeReclaimPolicy", "Retain: the disk is not deleted with the volume")
		}
		return false // the storage has to act: its health, its events
	}
	return holder.Idle(ctx, h, "no claim is bound to it")
}

// boundVolume decides for a volume that has a claim.
func boundVolume(ctx context.Context, h *hearing.Case) bool {
	claim := trace.Ref{Kind: "PersistentVolumeClaim", Namespace: manifest.Str(h.Object, "spec", "claimRef", "namespace"), Name: manifest.Str(h.Object, "spec", "claimRef", "name")}
	if claim.Name == "" {
		return h.Decide(explain.Unknown, explain.InUse, "its phase is Bound, yet it names no claim")
	}
	s := h.View.Look(ctx, claim)
	title := "the claim " + claim.Namespace + "/" + claim.Name
	h.Fact(h.Name()+": .spec.claimRef", "bound to "+h.View.NameOf(claim))
	another := s.Object != nil && string(s.Object.GetUID()) != manifest.Str(h.Object, "spec", "claimRef", "uid")
	switch {
	case s.State == trace.Unreadable:
		h.Block(ctx, claim, "could not be read")
		return h.Decide(explain.Unknown, explain.InUse, title+" is bound to it; what became of that could not be read")
	case s.Gone() || another:
		return holder.Idle(ctx, h, title+" is gone, and its phase is still Bound")
	case explain.Going(s.State):
		h.Block(ctx, claim, h.View.GoingText(s.Object.GetDeletionTimestamp().Time))
		h.Next("find out what keeps the claim", h.View.WhyStuck(claim)...)
		h.First(keepData(h, h.Object))
		return h.Decide(explain.Waiting, explain.InUse, title+" is bound to it and is itself being deleted")
	}
	h.Block(ctx, claim, "bound to it")
	h.Next("see the claim", h.View.Command(claim, "get")...)
	h.Next("see which pods use it", h.View.Command(claim, "describe")...)
	h.Next("the volume goes only after its claim: delete that too if nothing needs it", h.View.Command(claim, "delete")...)
	h.First(keepData(h, h.Object))
	return h.Decide(explain.Stuck, explain.InUse, title+" is bound to it and nobody deletes that")
}

// reclaimed says in the cost what becomes of the disk.
func reclaimed(h *hearing.Case) {
	policy := manifest.Str(h.Object, "spec", policyField)
	if policy == "" {
		return
	}
	text := "reclaim policy " + phrase.OneLine(policy)
	if h.Hold.Cost.Identity != "" {
		text = h.Hold.Cost.Identity + ", " + text
	}
	h.Hold.Cost.Identity = text
}
