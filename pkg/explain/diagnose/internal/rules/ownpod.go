package rules

import (
	"cmp"
	"context"
	"slices"
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
	if !h.Kind.IsPod() || h.Object == nil || h.Node.State != trace.Deleting || h.Health == explain.Running || h.Holder.BuiltIn {
		return f
	}
	owner, named := runsUnder(h.Object)
	if !named || !ofComponent(&h.Entry.Controller, owner) {
		return f
	}
	who := h.HolderName()
	message, after := who+" has to take it off, and this is a pod of "+who+" itself ("+owner.Kind+" "+owner.Name+"), which cannot once it has stopped", ""
	if owner.Kind == "StatefulSet" {
		message += "; its StatefulSet makes no new one of this name before this one is gone"
		after = ", after which its StatefulSet makes a new one"
	}
	if ended := h.PodEnded(); ended != "" {
		message += "; " + ended
	}
	if h.Entry.Class == catalogue.ClassNever {
		message += "; no current release of " + h.Entry.Project + " takes it off any more"
	}
	f.Do(explain.Look("see whether its containers have ended, and whether another pod of "+who+" runs: that one can take it off, and if it does not, its log says why", "kubectl", "get", "pods", "-n", h.Node.Namespace, "-o", "wide").For(explain.Mends))
	f.PlanRemoval(h, "only once its containers have ended, and no other pod of "+who+" runs: take exactly this finalizer off"+after+"; this prints a plan and changes nothing")
	verdict := explain.Undecided
	if h.Wellbeing.Health == h.Health {
		verdict = cmp.Or(h.Wellbeing.Verdict, verdict)
	}
	return f.Decide(verdict, cmp.Or(h.Wellbeing.Reason, explain.HolderMissing), message)
}

// runsUnder is the workload that a pod is of: its controller or, of a ReplicaSet, the Deployment that made that and after
// which it is called.
func runsUnder(pod *unstructured.Unstructured) (owner trace.Ref, named bool) {
	owner, _, named = manifest.ControllerOf(pod)
	if at := strings.LastIndexByte(owner.Name, '-'); owner.Kind == "ReplicaSet" && at > 0 {
		owner.Kind, owner.Name = "Deployment", owner.Name[:at]
	}
	return owner, named && owner.Group == manifest.AppsGroup
}

// ofComponent reports whether a workload is what a component runs as: by its name, in one of its namespaces, and by the whole
// of it where it may run in any. Of which kind it is has changed from release to release with some.
func ofComponent(c *catalogue.Component, owner trace.Ref) bool {
	among := func(exact bool) bool {
		return slices.ContainsFunc(c.Workloads, func(w string) bool {
			_, name, _ := strings.Cut(w, "/")
			return strings.Trim(name, "*") != "" && catalogue.Glob(name, owner.Name) && !(exact && strings.Contains(name, "*"))
		})
	}
	return slices.ContainsFunc(c.Namespaces, func(n string) bool { return catalogue.Glob(n, owner.Namespace) && among(n == "*") })
}
