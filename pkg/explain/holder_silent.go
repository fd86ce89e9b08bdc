package explain

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// silent is the last stage: what could be read does not decide the case.
func silent(ctx context.Context, h *hearing) bool {
	holder := &h.hold.Holder
	switch {
	case holder.Name == "" && h.fares.reason == "":
		return h.holderless(ctx)
	case h.fares.reason != "" && h.fares.health == h.hold.Health:
		h.apply(&h.fares)
		if holder.Workload.Name == "" {
			return h.decide(Unknown, h.fares.reason, h.fares.message)
		}
		return h.decide(Unknown, h.fares.reason, h.holderName()+" may be its holder: "+h.fares.message)
	case h.hold.Health == Running:
		h.askWhatItSays()
		if holder.Confidence == Possible {
			return h.decide(Unknown, Silent, h.holderName()+" may be its holder; it runs and does not say what it waits for"+h.usually())
		}
		return h.decide(Unknown, Silent, h.holderName()+" runs and does not say what it waits for"+h.usually())
	case h.hold.Health == Hidden:
		return h.decide(Unknown, Silent, h.holderName()+" cannot be seen from here and does not say what it waits for"+h.usually())
	}
	unseen := ""
	if holder.Workload.Name == "" {
		gone, likely := h.nowhere(ctx)
		if likely {
			return h.likelyGone(gone)
		}
		unseen = prefixed(": ", gone)
		h.askForWorkloads()
		defer h.planRemoval()
	} else {
		h.next("see how it fares", "kubectl", "describe", short(holder.Workload), "-n", holder.Workload.Namespace)
	}
	if !h.workloads(ctx).complete {
		unseen = ", since you may not look through the workloads of all namespaces"
	}
	return h.decide(Unknown, Silent, "it is not known whether "+h.holderName()+" runs"+unseen+h.waitsFor())
}

// askWhatItSays points to the log of the holder: of its leader, where one is
// known to lead.
func (h *hearing) askWhatItSays() {
	at := h.hold.Holder.Workload
	if at.Name == "" {
		return
	}
	h.next("read what it says; look for "+h.node.Name, "kubectl", "logs", short(at), "-n", at.Namespace, "--since=1h", "--tail=500")
}

func (h *hearing) askForWorkloads() {
	h.next("look whether it runs anywhere", "kubectl", "get", "deployments,statefulsets,daemonsets", "-A")
}

// holderless is for a finalizer that nothing in sight can be tied to.
func (h *hearing) holderless(ctx context.Context) bool {
	missing := h.unseen(ctx)
	defer h.planRemoval()
	h.tellPutting()
	h.next("see who wrote what, and when", h.command(h.node.Ref, "get", "-o", "yaml", "--show-managed-fields")...)
	said := "nothing tells which controller removes it"
	if h.putByPerson() {
		said = "its finalizer was put there by hand, and nothing tells of a controller that removes it: whoever put it there has to say"
	}
	if len(missing) > 0 {
		return h.decide(Unknown, HolderUnknown, said+"; you may not read what could: "+strings.Join(missing, ", "))
	}
	if gone, likely := h.nowhere(ctx); likely {
		return h.decide(Unknown, HolderMissing, "its controller is most likely not installed any more: "+gone)
	}
	h.next("look for a controller that could be meant", "kubectl", "get", "deployments,statefulsets,daemonsets", "-A")
	return h.decide(Unknown, HolderUnknown, said)
}

// likelyGone decides for a holder that is known by its name alone, and of which
// nothing is in sight.
func (h *hearing) likelyGone(gone string) bool {
	h.next("install it again, so that it can clean up; what brought the definition of the kind tells what that is", "kubectl", "get", "crd", groupResource(h.kind), "-o", "yaml")
	h.planRemoval()
	return h.decide(Unknown, HolderMissing, h.holderName()+" is most likely not installed any more: "+gone)
}

// tellPutting makes a strong fact of who put the finalizer there, where nothing
// else is known of it.
func (h *hearing) tellPutting() {
	for i := range h.hold.Evidence {
		if e := &h.hold.Evidence[i]; e.Source == "managedFields" {
			e.Weak = false
		}
	}
}

// unseen lists what could not be read of that which would tell of a holder.
func (h *hearing) unseen(ctx context.Context) []string {
	var out []string
	if !h.workloads(ctx).complete {
		out = append(out, "the workloads of all namespaces")
	}
	if !h.changersOf(ctx, h.kind, "").complete {
		out = append(out, "ClusterRoles and their bindings")
	}
	crd := trace.Ref{Group: crdGroup, Kind: crdKind, Name: h.kind.Resource + "." + h.kind.Group}
	if strings.Contains(h.kind.Group, ".") && h.look(ctx, crd).state == trace.Unreadable {
		out = append(out, "the CRD "+crd.Name)
	}
	return out
}

// putByPerson reports whether a person or a tool in somebody's hands, and
// nobody else, put the finalizer there.
func (h *hearing) putByPerson() bool {
	byHand := false
	for _, w := range h.writes() {
		if !slices.Contains(w.finalizers, h.hold.Finalizer) {
			continue
		}
		if !person(w.manager) {
			return false
		}
		byHand = true
	}
	return byHand
}
