package explain

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const claimProtection = "kubernetes.io/pvc-protection"

// claimUse is a pod with a volume that could be the claim.
type claimUse struct {
	pod *unstructured.Unstructured
	// made says that the claim was made for an ephemeral volume of the pod; the
	// pod then uses it only where it also owns it.
	made bool
}

// claimUses are the pods of a namespace by the claims they name.
type claimUses struct {
	by       map[string][]claimUse
	complete bool
}

// judgeClaim finds the pods that use a claim. The pod has to be on a node, and
// it uses the claim until it is gone, even after it has ended: the exception is
// a claim made for an ephemeral volume, once the kubelet is done with the pod
// (pkg/controller/volume/pvcprotection, podUsesPVCForDeletion).
func judgeClaim(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	uses := h.usesOfClaims(ctx, h.node.Namespace)
	var users []podUser
	for _, use := range uses.by[h.node.Name] {
		if str(use.pod, "spec", "nodeName") == "" || use.made && (shutDown(use.pod) || !ownedBy(h.obj, use.pod)) {
			continue
		}
		users = append(users, h.podUser(ctx, use.pod))
	}
	keep := h.volumeOfClaim(ctx)
	if len(users) > 0 {
		decided := h.heldByPods(users, verb(len(users), "uses", "use")+" it")
		h.first(keep)
		return decided
	}
	if !uses.complete {
		h.hint("the list of pods", "could not be read, so that it is not known who uses the claim: the right to list pods in namespace "+h.node.Namespace+" would settle it")
		return h.decide(Unknown, Silent, "could not check which pods use it")
	}
	h.fact("pods in namespace "+h.node.Namespace+": .spec.volumes", "no pod on a node uses the claim")
	decided := h.idle(ctx, "no pod uses it")
	h.first(keep)
	return decided
}

func (w *world) usesOfClaims(ctx context.Context, namespace string) claimUses {
	return of[storageMemory](w).claims.get(namespace, func() claimUses {
		pods := w.list(ctx, "", "Pod", namespace)
		uses := claimUses{by: map[string][]claimUse{}, complete: pods.complete}
		for _, pod := range pods.objects {
			volumes, _, _ := unstructured.NestedSlice(pod.Object, "spec", "volumes")
			for _, v := range volumes {
				if name, made := claimOfVolume(pod, v); name != "" {
					uses.by[name] = append(uses.by[name], claimUse{pod, made})
				}
			}
		}
		return uses
	})
}

func claimOfVolume(pod *unstructured.Unstructured, volume any) (name string, made bool) {
	fields, ok := volume.(map[string]any)
	if !ok {
		return "", false
	}
	if name, _, _ := unstructured.NestedString(fields, "persistentVolumeClaim", "claimName"); name != "" {
		return name, false
	}
	own, _ := fields["name"].(string)
	if _, ephemeral := fields["ephemeral"]; ephemeral {
		return pod.GetName() + "-" + own, true
	}
	return "", false
}

// shutDown reports whether the kubelet is done with the pod, or it was deleted
// by force.
func shutDown(pod *unstructured.Unstructured) bool {
	grace := pod.GetDeletionGracePeriodSeconds()
	return pod.GetDeletionTimestamp() != nil && grace != nil && *grace == 0
}

func ownedBy(obj, owner *unstructured.Unstructured) bool {
	for _, ref := range obj.GetOwnerReferences() {
		if ref.UID == owner.GetUID() && ref.Controller != nil && *ref.Controller {
			return true
		}
	}
	return false
}

func podRef(pod *unstructured.Unstructured) trace.Ref { return refOfObject("", "Pod", pod) }
