package storage

import (
	"cmp"
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

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
func JudgeVolume(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil {
		return f
	}
	f.Join(reclaimed(h))
	phase := manifest.Str(h.Object, "status", "phase")
	claim := trace.Ref{Kind: "PersistentVolumeClaim", Namespace: manifest.Str(h.Object, "spec", "claimRef", "namespace"), Name: manifest.Str(h.Object, "spec", "claimRef", "name")}
	if phase == "Bound" || phase == "" && h.View.Copied && claim.Name != "" && h.View.Look(ctx, claim).State.Going() {
		return f.And(boundVolume(ctx, h))
	}
	if phase == "" && claim.Name == "" && h.View.Copied {
		if h.Finalizer != VolumeProtection {
			return f
		}
		f.Do(explain.Look("see which claim it is of, and what uses that: while a claim is bound to it, the volume stays", h.View.Command(h.Node.Ref, "get")...).For(explain.Mends))
		return f.Decide(explain.Undecided, explain.InUse, "whether a claim is still bound to it was not copied")
	}
	if phase == "" && claim.Name != "" && h.View.Copied && h.Finalizer != VolumeProtection && !slices.Contains(h.Object.GetFinalizers(), VolumeProtection) {
		return f // the storage has to act
	}
	if phase == "" && claim.Name != "" && h.View.Copied {
		f.Fact(h.Name()+": .spec.claimRef", "claim "+claim.Namespace+"/"+claim.Name)
		f.Join(keepData(h.Object))
		f.Do(explain.Look("see to claim "+claim.Namespace+"/"+claim.Name+": while it is there the volume stays; delete it where it is not wanted any more", h.View.Command(claim, "get")...).For(explain.Mends))
		return f.Decide(explain.Undecided, explain.InUse, "it is of claim "+claim.Namespace+"/"+claim.Name+": while that is bound to it, the volume stays")
	}
	f.Add(fieldSays(h, "status.phase", "the volume is "+cmp.Or(phase, "in no phase yet")+", no claim is bound to it"))
	if h.Finalizer != VolumeProtection {
		if f = f.And(attachedVolume(ctx, h, "the disk cannot be deleted while it is attached")); f.Decided() {
			return f
		}
		if manifest.Str(h.Object, "spec", policyField) == "Retain" {
			f.Fact(h.Name()+": .spec.persistentVolumeReclaimPolicy", "Retain: the disk is not deleted with the volume")
		}
		return f // the storage has to act: its health, its events
	}
	return f.And(holder.Unasked(ctx, h, "no claim is bound to it"))
}

// boundVolume decides for a volume that has a claim.
func boundVolume(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	claim := trace.Ref{Kind: "PersistentVolumeClaim", Namespace: manifest.Str(h.Object, "spec", "claimRef", "namespace"), Name: manifest.Str(h.Object, "spec", "claimRef", "name")}
	if claim.Name == "" {
		return f.Decide(explain.Undecided, explain.InUse, "its phase is Bound, yet it names no claim")
	}
	s := h.View.Look(ctx, claim)
	title := "the claim " + claim.Namespace + "/" + claim.Name
	f.Fact(h.Name()+": .spec.claimRef", "bound to "+h.View.NameOf(claim))
	another := s.Object != nil && s.Object.GetUID() != "" && manifest.Str(h.Object, "spec", "claimRef", "uid") != "" && string(s.Object.GetUID()) != manifest.Str(h.Object, "spec", "claimRef", "uid")
	switch {
	case s.State == trace.Unreadable:
		f.Block(ctx, h.View, claim, h.View.Unread())
		return f.Decide(explain.Undecided, explain.InUse, title+" is bound to it; that claim "+h.View.Unread())
	case s.Gone() || another:
		return f.And(holder.Idle(ctx, h, title+" is gone, and its phase is still Bound"))
	case s.State.Going():
		f.Block(ctx, h.View, claim, h.View.GoingText(s.Object.GetDeletionTimestamp().Time))
		f.Next("find out what keeps the claim", h.View.WhyStuck(claim)...)
		f.Join(keepData(h.Object))
		return f.Decide(explain.Waiting, explain.InUse, title+" is bound to it and is itself being deleted")
	}
	f.Block(ctx, h.View, claim, "bound to it")
	f.Next("see which pods use the claim", h.View.Command(claim, "describe")...)
	f.Do(explain.Act(explain.Deletes, claim, "the volume goes only after its claim: delete that too if nothing needs it", h.View.Command(claim, "delete")...))
	f.Join(keepData(h.Object))
	return f.Decide(explain.Stuck, explain.InUse, title+" is bound to it and nobody deletes that")
}

// reclaimed says in the cost what becomes of the disk.
func reclaimed(h *hearing.Case) (n hearing.Notes) {
	policy := manifest.Str(h.Object, "spec", policyField)
	if policy == "" {
		return n
	}
	cost := h.Cost
	cost.Policy = phrase.OneLine(policy)
	n.Cost = &cost
	return n
}

// fieldSays is the evidence of what a field of the object itself says.
func fieldSays(h *hearing.Case, field, fact string) explain.Evidence {
	return explain.Evidence{Fact: fact, Source: h.Name() + ": ." + field, Field: field}
}

// Unguarded tells of a claim or a volume that goes, and has other finalizers left, that the one which Kubernetes itself puts
// on each of them is off. Of a cluster that may be older than that is nothing follows.
func Unguarded(h *hearing.Case) string {
	all, made := h.Object.GetFinalizers(), h.Object.GetCreationTimestamp().Time
	_, csi, _ := unstructured.NestedFieldNoCopy(h.Object.Object, "spec", "csi") // which came with the same release
	switch sure := csi || !h.View.Copied || made.Year() >= 2020; {
	case !sure || len(all) == 0 || h.Object.Object["spec"] == nil: // finalizers stand before that
	case manifest.Str(h.Object, "status", "phase") == "Bound" && !h.View.Copied: // somebody may have taken it off by hand
	case isVolume(h) && !slices.Contains(all, VolumeProtection):
		return VolumeProtection + ", which every volume has, is off it: its claim holds it no more, if nobody took that off by hand"
	case h.Kind.Group == "" && h.Kind.Kind == "PersistentVolumeClaim" && !slices.Contains(all, ClaimProtection):
		return ClaimProtection + ", which every claim has, is off it: no pod holds it any more, if nobody took that off by hand"
	}
	return ""
}
