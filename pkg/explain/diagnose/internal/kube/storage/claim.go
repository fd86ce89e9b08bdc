package storage

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// ClaimProtection is the finalizer of a claim that pods may use.
const ClaimProtection = "kubernetes.io/pvc-protection"

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

// JudgeClaim finds the pods that use a claim. The pod has to be on a node, and
// it uses the claim until it is gone, even after it has ended: the exception is
// a claim made for an ephemeral volume, once the kubelet is done with the pod
// (pkg/controller/volume/pvcprotection, podUsesPVCForDeletion).
func JudgeClaim(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Object == nil {
		return f
	}
	uses := usesOfClaims(ctx, h.View, h.Node.Namespace)
	var users []podUser
	for _, use := range uses.by[h.Node.Name] {
		if manifest.Str(use.pod, "spec", "nodeName") == "" || use.made && (shutDown(use.pod) || !manifest.OwnedBy(h.Object, use.pod)) {
			continue
		}
		users = append(users, newPodUser(ctx, h.View, use.pod))
	}
	f.Join(volumeOfClaim(ctx, h))
	if len(users) > 0 {
		return f.And(heldByPods(h, users, phrase.Plural(len(users), "uses", "use")+" it"))
	}
	if names, _, _ := unstructured.NestedStringSlice(h.Object.Object, "status", "usedBy"); len(names) > 0 && h.View.Copied {
		return f.And(usedWhenCopied(ctx, h, names))
	}
	if !uses.complete {
		would := "the right to list pods in namespace " + h.Node.Namespace
		if p, is := ownerShown(h); is {
			f.Hint("table copied beside it", p.Row)
			f.Block(ctx, h.View, trace.Ref{Kind: "Pod", Namespace: p.Namespace, Name: p.Name}, p.State+" when this was copied")
			f.Mend("end pod " + p.Name + ", for which it was made: delete what runs that, unless it is on its way out")
			f.Next("see whether it is on its way out", "kubectl", "get", "pods", "-n", p.Namespace, p.Name, "-o", "wide")
			return f.Decide(explain.Waiting, explain.InUse, "pod "+p.Name+", for which it was made, was "+p.State+" when this was copied: it goes once that is gone")
		}
		if h.View.Copied {
			would = "the pods of " + cmp.Or(phrase.Prefixed("namespace ", h.Node.Namespace), "its namespace")
			ended := ""
			if names := podsEnded(h); len(names) > 0 {
				ended = "; if one of these, which have ended by the table beside, is among them, it has to be deleted, once its logs are no longer needed: " + phrase.Names(names)
			}
			f.Do(explain.Look("see which pods use it ("+usedBy+"): the last of them has to end first"+ownerPod(h)+ended, h.View.Command(h.Node.Ref, "describe")...).For(explain.Mends))
		}
		f.Hint("the list of pods", h.View.Unread()+", so that it is not known who uses the claim: "+would+" would settle it")
		return f.Decide(explain.Undecided, explain.Silent, "could not check which pods use it")
	}
	f.Fact("pods in namespace "+h.Node.Namespace+": .spec.volumes", "no pod on a node uses the claim")
	return f.And(holder.Unasked(ctx, h, "no pod uses it"))
}

// usedWhenCopied decides by the pods that kubectl describe has named: those which a table beside shows on their way out
// have to be ended by their node, and the others by whoever runs them.
func usedWhenCopied(ctx context.Context, h *hearing.Case, names []string) (f hearing.Finding) {
	var going, stay []string
	for _, name := range names {
		what := "used it when this was copied"
		if row := podGoing(h, h.Node.Namespace, name); row != "" {
			f.Hint("table copied beside it", row)
			going, what = append(going, name), "was on its way out when this was copied"
		} else {
			stay = append(stay, name)
		}
		f.Block(ctx, h.View, trace.Ref{Kind: "Pod", Namespace: h.Node.Namespace, Name: name}, what)
	}
	message, pods := phrase.Count(len(names), "pod", "pods")+" used it when this was copied: "+phrase.Names(names), append([]string{"kubectl", "get", "pods", "-n", h.Node.Namespace, "-o", "wide"}, names...)
	if len(going) > 0 {
		f.Do(explain.Look("find out what keeps pod "+going[0]+", which is on its way out itself: it ends once the kubelet of its node has ended it, so see to that node, and to the finalizers that the pod has", pods...).For(explain.Mends))
		message += "; " + phrase.Names(going) + " " + phrase.Plural(len(going), "is", "are") + " on the way out too"
	}
	if len(stay) > 0 {
		f.Mend("end what uses it: scale down or delete what runs " + phrase.Names(stay) + ", unless that is on its way out")
		f.Next("see whether they are on their way out", pods...)
	}
	return f.Decide(explain.Waiting, explain.InUse, message+"; it goes once they are gone")
}

// usedBy is where kubectl describe names the pods that use a claim.
const usedBy = "Used By"

// ownerShown is the pod that a claim was made for, where a table shows it that was copied beside.
func ownerShown(h *hearing.Case) (p hearing.Program, is bool) {
	for _, o := range h.Object.GetOwnerReferences() {
		if o.Kind == "Pod" && !is && h.View.Copied {
			p, is = holder.PodShown(h, h.Node.Namespace, o.Name)
		}
	}
	return p, is
}

// podsEnded are the pods that a table beside shows as ended, in the namespace of the claim or in one that is not told; none
// where it is told that no pod uses the claim.
func podsEnded(h *hearing.Case) (names []string) {
	if strings.Contains(strings.Join(strings.Fields(strings.Join(h.View.Logs.Aside.Texts(), " ")), " "), usedBy+": <none>") {
		return nil
	}
	for _, p := range holder.ProgramsShown(h) {
		ended := p.Kind == "pod" && (hearing.HasRun[p.State] || p.State == "Evicted")
		again := p.State == "Error" && !strings.Contains(strings.Join(strings.Fields(p.Row), " "), " Error 0 ") // it was started anew
		if ended && !again && (p.Namespace == h.Node.Namespace || p.Namespace == "") && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
	}
	return names
}

// ownerPod names the pod that a claim was made for.
func ownerPod(h *hearing.Case) string {
	for _, o := range h.Object.GetOwnerReferences() {
		if o.Kind == "Pod" {
			return "; it was made for pod " + o.Name
		}
	}
	return ""
}

func usesOfClaims(ctx context.Context, w *sight.View, namespace string) claimUses {
	return sight.Memory[memory](w).claims.Get(namespace, func() claimUses {
		pods := w.List(ctx, "", "Pod", namespace)
		uses := claimUses{by: map[string][]claimUse{}, complete: pods.Complete}
		for _, pod := range pods.Objects {
			volumes := volumesOf(pod)
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

func podRef(pod *unstructured.Unstructured) trace.Ref { return manifest.RefOf("", "Pod", pod) }
