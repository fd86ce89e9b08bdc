package storage

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// RunsPods reports whether objects of a kind of Kubernetes itself run pods.
func RunsPods(k trace.Kind) bool {
	switch k.Group {
	case "":
		return k.Kind == "ReplicationController"
	case manifest.AppsGroup:
		return k.Kind != "ControllerRevision"
	case "batch":
		return true
	}
	return false
}

// GoesWithPods is what goes once a workload runs no pods any more: the others than
// the one, and the claims that are nobody else's. Which policy of a StatefulSet
// then decides on its claims is in when.
func GoesWithPods(ctx context.Context, h *hearing.Case, when string) (costs []explain.Cost, told bool) {
	if !RunsPods(h.Kind) {
		return nil, false
	}
	pods := h.View.List(ctx, "", "Pod", h.Node.Namespace)
	var names []string
	var claims []explain.Cost
	for _, pod := range pods.Objects {
		if !runBy(ctx, h, pod) {
			continue
		}
		names = append(names, pod.GetName())
		claims = append(claims, claimsMadeFor(ctx, h.View, pod)...)
	}
	if len(names) > 1 {
		costs = append(costs, explain.Cost{Loss: "this stops all its " + strconv.Itoa(len(names)) + " pods: " + phrase.Names(names), Risk: explain.RiskMedium})
	}
	return append(costs, named(append(claims, claimsOfSet(ctx, h, when)...))...), pods.Complete
}

// named are the first few of many claims that go, and then how many more.
func named(claims []explain.Cost) []explain.Cost {
	if len(claims) <= phrase.MostNamed {
		return claims
	}
	more := explain.Cost{Loss: "and " + strconv.Itoa(len(claims)-phrase.MostNamed) + " claims more", Risk: explain.RiskLow}
	for _, c := range claims[phrase.MostNamed:] {
		if more.Risk.Below(c.Risk) {
			more.Risk = c.Risk
		}
	}
	return append(slices.Clip(claims[:phrase.MostNamed]), more)
}

// runBy reports whether a workload is the controller of a pod, or stands above that.
func runBy(ctx context.Context, h *hearing.Case, pod *unstructured.Unstructured) bool {
	at := pod
	for range mostOwners {
		ref, uid, controlled := manifest.ControllerOf(at)
		if !controlled {
			return false
		}
		if uid == h.Node.UID {
			return true
		}
		s := h.View.Look(ctx, ref)
		if s.Object == nil || string(s.Object.GetUID()) != uid {
			return false
		}
		at = s.Object
	}
	return false
}

// claimsOfSet are the claims that a StatefulSet deletes itself.
func claimsOfSet(ctx context.Context, h *hearing.Case, when string) []explain.Cost {
	if h.Kind.Group != manifest.AppsGroup || h.Kind.Kind != "StatefulSet" || manifest.Str(h.Object, "spec", "persistentVolumeClaimRetentionPolicy", when) != "Delete" {
		return nil
	}
	templates, _, _ := unstructured.NestedSlice(h.Object.Object, "spec", "volumeClaimTemplates")
	claims := h.View.List(ctx, "", "PersistentVolumeClaim", h.Node.Namespace)
	costs := []explain.Cost{}
	for _, claim := range claims.Objects {
		of := func(template any) bool {
			fields, _ := template.(map[string]any)
			name, _, _ := unstructured.NestedString(fields, "metadata", "name")
			ordinal, is := strings.CutPrefix(claim.GetName(), name+"-"+h.Node.Name+"-")
			_, err := strconv.ParseUint(ordinal, 10, 31)
			return is && err == nil
		}
		if slices.ContainsFunc(templates, of) && claim.GetDeletionTimestamp() == nil {
			costs = append(costs, claimGoes(ctx, h.View, claim))
		}
	}
	if len(templates) > 0 && !claims.Complete {
		costs = append(costs, explain.Cost{Loss: "it deletes the claims of all its pods, which could not be read", Risk: explain.RiskHigh})
	}
	return costs
}

// GoesWithPod are the claims that were made for a pod alone.
func GoesWithPod(ctx context.Context, h *hearing.Case) []explain.Cost {
	return named(claimsMadeFor(ctx, h.View, h.Object))
}

// MadeFor reports whether a claim is that of an ephemeral volume of a pod.
func MadeFor(h *hearing.Case, claim trace.Ref) bool {
	if h.Kind.Group != "" || h.Kind.Kind != "Pod" || claim.Kind != "PersistentVolumeClaim" {
		return false
	}
	volumes := volumesOf(h.Object)
	return slices.ContainsFunc(volumes, func(v any) bool {
		name, made := claimOfVolume(h.Object, v)
		return made && name == claim.Name
	})
}

// GoesWithOwner are those of some objects that are claims, and go because what owns
// them does.
func GoesWithOwner(ctx context.Context, w *sight.View, owned []trace.Ref) (costs []explain.Cost) {
	for _, ref := range owned {
		if ref.Group == "" && ref.Kind == "PersistentVolumeClaim" {
			if s := w.Look(ctx, ref); s.Object != nil {
				costs = append(costs, claimGoes(ctx, w, s.Object))
			}
		}
	}
	return named(costs)
}

// claimsMadeFor are those of a pod's ephemeral volumes, which it owns.
func claimsMadeFor(ctx context.Context, w *sight.View, pod *unstructured.Unstructured) (costs []explain.Cost) {
	volumes := volumesOf(pod)
	for _, v := range volumes {
		name, made := claimOfVolume(pod, v)
		if !made {
			continue
		}
		s := w.Look(ctx, trace.Ref{Kind: "PersistentVolumeClaim", Namespace: pod.GetNamespace(), Name: name})
		switch {
		case s.State == trace.Live && manifest.OwnedBy(s.Object, pod):
			costs = append(costs, claimGoes(ctx, w, s.Object))
		case s.State == trace.Unreadable:
			costs = append(costs, explain.Cost{Loss: "claim " + name + ", made for pod " + pod.GetName() + " alone, goes with it, and its data with that unless its volume is kept: it could not be read", Risk: explain.RiskHigh})
		}
	}
	return costs
}

// claimGoes is what goes with a claim that is deleted by itself.
func claimGoes(ctx context.Context, w *sight.View, claim *unstructured.Unstructured) explain.Cost {
	text := "this also deletes claim " + claim.GetName()
	h := hearing.About(ctx, w, manifest.RefOf("", "PersistentVolumeClaim", claim))
	if h == nil {
		return explain.Cost{Loss: text, Risk: explain.RiskHigh}
	}
	name := manifest.Str(claim, "spec", "volumeName")
	if name == "" {
		return explain.Cost{Loss: text + ", which has no volume", Risk: explain.RiskMedium}
	}
	volume := w.Look(ctx, trace.Ref{Kind: "PersistentVolume", Name: name})
	switch {
	case volume.Object != nil && isClaimOf(h, volume.Object) && manifest.Str(volume.Object, "spec", policyField) == "Retain":
		return explain.Cost{Loss: text + "; " + volumeText(volume.Object) + " stays, with its data", Identity: volumeText(volume.Object), Risk: explain.RiskMedium}
	case volume.Object != nil && isClaimOf(h, volume.Object):
		return explain.Cost{Loss: text + " and " + volumeText(volume.Object) + " with all its data", Identity: volumeText(volume.Object), Risk: explain.RiskHigh}
	case volume.Gone():
		return explain.Cost{Loss: text + ", whose volume is gone", Risk: explain.RiskMedium}
	}
	return explain.Cost{Loss: text + ", and its data with it unless volume " + phrase.OneLine(name) + " is kept: its reclaim policy could not be read", Risk: explain.RiskHigh}
}

// volumesOf are the volumes of a pod, which are not to be changed.
func volumesOf(pod *unstructured.Unstructured) []any {
	field, _, _ := unstructured.NestedFieldNoCopy(pod.Object, "spec", "volumes")
	volumes, _ := field.([]any)
	return volumes
}
