package rules

import (
	"cmp"
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// OwnPod decides for a pod of its own holder, where none of that is seen to run: once the pod has stopped it cannot take
// its own finalizer off, and a StatefulSet makes no new one of the name before it is gone.
func OwnPod(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	owner, own := ownOf(h)
	if !own {
		return f
	}
	who := h.HolderName()
	message, after, other := who+" has to take it off, and this is a pod of "+who+" itself ("+owner.Kind+" "+owner.Name+"), which cannot once it has stopped", "", "another pod of "+who+" runs"
	switch owner.Kind {
	case "StatefulSet":
		message += "; its StatefulSet makes no new one of this name before this one is gone"
		after = ", after which its StatefulSet makes a new one"
	case "DaemonSet": // each looks after its own node
		other += " on the same node"
	}
	see, only := "see whether its containers have ended, and whether ", "only once its containers have ended, and "
	if ended := h.PodEnded(); ended != "" {
		message += "; " + ended
		see, only = "see whether ", "only where "
	}
	if h.Entry.Class == catalogue.ClassNever {
		message += "; no current release of " + h.Entry.Project + " takes it off any more"
	}
	f.Do(explain.Look(see+other+": that one can take it off, and if it does not, its log says why", "kubectl", "get", "pods", "-n", h.Node.Namespace, "-o", "wide").For(explain.Mends))
	f.PlanRemoval(h, only+"no "+strings.TrimPrefix(other, "an")+": take exactly this finalizer off"+after)
	verdict := explain.Undecided
	if h.Wellbeing.Health == h.Health {
		verdict = cmp.Or(h.Wellbeing.Verdict, verdict)
	}
	return f.Decide(verdict, cmp.Or(h.Wellbeing.Reason, explain.HolderMissing), message)
}

// ownOf is the workload of a pod that is a part of its own holder, of which none is seen to run.
func ownOf(h *hearing.Case) (owner trace.Ref, own bool) {
	if !h.Kind.IsPod() || h.Object == nil || h.Node.State != trace.Deleting || h.Health == explain.Running || h.Holder.BuiltIn {
		return owner, false
	}
	owner, named := runsUnder(h.Object)
	return owner, named && h.Entry.Controller.RunsAs(owner)
}

// KeepsItself reports whether an object is a pod of its own holder that keeps this from coming up: a StatefulSet waits until
// it is gone.
func KeepsItself(h *hearing.Case) bool {
	owner, own := ownOf(h)
	return own && owner.Kind == "StatefulSet"
}

// runsUnder is the workload that a pod is of: its controller or, of a ReplicaSet that is called after its template, the
// Deployment that made it.
func runsUnder(pod *unstructured.Unstructured) (owner trace.Ref, named bool) {
	owner, _, named = manifest.ControllerOf(pod)
	at := strings.LastIndexByte(owner.Name, '-')
	if hash := owner.Name[at+1:]; owner.Kind == "ReplicaSet" && at > 0 && len(hash) <= 10 && strings.Trim(hash, hashLetters) == "" {
		owner.Kind, owner.Name = "Deployment", owner.Name[:at]
	}
	return owner, named && owner.Group == manifest.AppsGroup
}

// hashLetters are those of the hash of a template (apimachinery, pkg/util/rand), and the digits of older releases.
const hashLetters = "bcdfghjklmnpqrstvwxz0123456789"
