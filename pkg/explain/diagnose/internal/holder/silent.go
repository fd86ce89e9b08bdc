package holder

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Silent is the last stage: what could be read does not decide the case.
func Silent(ctx context.Context, h *hearing.Case) bool {
	holder := &h.Hold.Holder
	switch {
	case holder.Name == "" && h.Fares.Reason == "":
		return holderless(ctx, h)
	case h.Fares.Reason != "" && h.Fares.Health == h.Hold.Health:
		Apply(h, &h.Fares)
		if holder.Workload.Name == "" {
			return h.Decide(explain.Unknown, h.Fares.Reason, h.Fares.Message)
		}
		return h.Decide(explain.Unknown, h.Fares.Reason, h.HolderName()+" may be its holder: "+h.Fares.Message)
	case h.Hold.Health == explain.Running:
		askWhatItSays(h)
		if holder.Confidence == explain.Possible {
			return h.Decide(explain.Unknown, explain.Silent, h.HolderName()+" may be its holder; it runs and does not say what it waits for"+h.Usually())
		}
		return h.Decide(explain.Unknown, explain.Silent, h.HolderName()+" runs and does not say what it waits for"+h.Usually())
	case h.Hold.Health == explain.Hidden:
		return h.Decide(explain.Unknown, explain.Silent, h.HolderName()+" cannot be seen from here and does not say what it waits for"+h.Usually())
	}
	unseen := ""
	if holder.Workload.Name == "" {
		gone, likely := nowhere(ctx, h)
		if likely {
			return likelyGone(h, gone)
		}
		unseen = phrase.Prefixed(": ", gone)
		AskForWorkloads(h)
		defer PlanRemoval(h)
	} else {
		h.Next("see how it fares", "kubectl", "describe", sight.Short(holder.Workload), "-n", holder.Workload.Namespace)
	}
	if !WorkloadsOf(ctx, h.View).Complete {
		unseen = ", since you may not look through the workloads of all namespaces"
	}
	return h.Decide(explain.Unknown, explain.Silent, "it is not known whether "+h.HolderName()+" runs"+unseen+h.WaitsFor())
}

// askWhatItSays points to the log of the holder: of its leader, where one is
// known to lead.
func askWhatItSays(h *hearing.Case) {
	at := h.Hold.Holder.Workload
	if at.Name == "" {
		return
	}
	h.Next("read what it says; look for "+h.Node.Name, "kubectl", "logs", sight.Short(at), "-n", at.Namespace, "--since=1h", "--tail=500")
}

// AskForWorkloads adds the step that looks for the holder.
func AskForWorkloads(h *hearing.Case) {
	h.Next("look whether it runs anywhere", "kubectl", "get", "deployments,statefulsets,daemonsets", "-A")
}

// holderless is for a finalizer that nothing in sight can be tied to.
func holderless(ctx context.Context, h *hearing.Case) bool {
	missing := unseen(ctx, h)
	defer PlanRemoval(h)
	tellPutting(h)
	h.Next("see who wrote what, and when", h.View.Command(h.Node.Ref, "get", "-o", "yaml", "--show-managed-fields")...)
	said := "nothing tells which controller removes it"
	if h.PutByPerson() {
		said = "its finalizer was put there by hand, and nothing tells of a controller that removes it: whoever put it there has to say"
	}
	if len(missing) > 0 {
		return h.Decide(explain.Unknown, explain.HolderUnknown, said+"; you may not read what could: "+strings.Join(missing, ", "))
	}
	if gone, likely := nowhere(ctx, h); likely {
		return h.Decide(explain.Unknown, explain.HolderMissing, "its controller is most likely not installed any more: "+gone)
	}
	h.Next("look for a controller that could be meant", "kubectl", "get", "deployments,statefulsets,daemonsets", "-A")
	return h.Decide(explain.Unknown, explain.HolderUnknown, said)
}

// likelyGone decides for a holder that is known by its name alone, and of which
// nothing is in sight.
func likelyGone(h *hearing.Case, gone string) bool {
	h.Next("install it again, so that it can clean up; what brought the definition of the kind tells what that is", "kubectl", "get", "crd", sight.ResourceName(h.Kind), "-o", "yaml")
	PlanRemoval(h)
	return h.Decide(explain.Unknown, explain.HolderMissing, h.HolderName()+" is most likely not installed any more: "+gone)
}

// tellPutting makes a strong fact of who put the finalizer there, where nothing
// else is known of it.
func tellPutting(h *hearing.Case) {
	for i := range h.Hold.Evidence {
		if e := &h.Hold.Evidence[i]; e.Kind == explain.Written {
			e.Weak = false
		}
	}
}

// unseen lists what could not be read of that which would tell of a holder.
func unseen(ctx context.Context, h *hearing.Case) []string {
	var out []string
	if !WorkloadsOf(ctx, h.View).Complete {
		out = append(out, "the workloads of all namespaces")
	}
	if !changersOf(ctx, h.View, h.Kind, "").complete {
		out = append(out, "ClusterRoles and their bindings")
	}
	crd := trace.Ref{Group: manifest.CrdGroup, Kind: manifest.CrdKind, Name: h.Kind.Resource + "." + h.Kind.Group}
	if strings.Contains(h.Kind.Group, ".") && h.View.Look(ctx, crd).State == trace.Unreadable {
		out = append(out, "the CRD "+crd.Name)
	}
	return out
}
