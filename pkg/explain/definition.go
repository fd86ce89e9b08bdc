package explain

import (
	"context"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const definitionCleanup = "customresourcecleanup.apiextensions.k8s.io"

// judgeDefinition finds the custom resources that keep their definition. The
// API server deletes them itself, straight in its store, and waits until a list
// is empty (apiextensions-apiserver, pkg/controller/finalizer).
func judgeDefinition(ctx context.Context, h *hearing) bool {
	if h.obj == nil {
		return false
	}
	h.warn("do not take this finalizer off by hand: its objects stay in the store, come back with the next definition of this name, and what they hold outside is never cleaned up")
	state := conditionOf(h.obj, "Terminating")
	if state.reason != "" {
		h.fact(h.name()+": .status.conditions", "Terminating="+state.status+" ("+state.reason+")"+prefixed(": ", state.message))
	}
	group, kind := str(h.obj, "spec", "group"), str(h.obj, "spec", "names", "kind")
	plural := str(h.obj, "spec", "names", "plural")
	instances := h.sketch(ctx, group, kind, "")
	if state.reason == "InstanceDeletionFailed" && strings.Contains(state.message, "could not list instances") {
		return h.unlistable(ctx, plural, state.message)
	}
	if len(instances.rows) > 0 {
		return h.instancesRemain(instances.rows, plural, state)
	}
	if !instances.complete {
		h.hint("the list of "+plural, "could not be read: the right to list "+plural+" in all namespaces would settle it")
		return h.decide(Unknown, Silent, "could not check which "+plural+" remain")
	}
	if conditionOf(h.obj, "Established").status != "True" {
		h.fact(h.name()+": .status.conditions", "was never established, so that it has no objects")
	}
	h.fact("list of "+plural, "none remain")
	h.hint("kube-apiserver", "after a failed try it pauses, up to 16 minutes")
	h.unblocked = "none of its objects remain; the API server confirms that at its next try"
	return false
}

// instancesRemain decides for a definition that still has objects.
func (h *hearing) instancesRemain(rows []brief, plural string, state condition) bool {
	var names []string
	var live *brief
	for i := range rows {
		d := &rows[i]
		name := d.Name
		if d.Namespace != "" {
			name = d.Namespace + "/" + d.Name
		}
		names = append(names, name)
		if live == nil && d.Deleted.IsZero() {
			live = d
		}
	}
	h.blockBriefs(rows, func(d *brief) string {
		if d.Deleted.IsZero() {
			return "not asked to go"
		}
		return h.goingText(d.Deleted)
	})
	message := count(len(rows), "object of its kind remains", "objects of its kind remain") + ": " + naming(names)
	switch {
	case live == nil:
		h.next("find out what keeps "+verb(len(rows), "it", "the first of them"), h.whyStuck(rows[0].Ref)...)
		return h.decide(Waiting, InstancesRemain, message)
	case state.reason == "InstanceDeletionFailed":
		h.next("try whether a delete is refused; this changes nothing", h.command(live.Ref, "delete", "--dry-run=server")...)
		return h.decide(Stuck, InstancesRemain, message+"; the API server cannot delete them: "+state.message)
	case !h.older(time.Minute):
		return h.decide(Progressing, InstancesRemain, message+"; the API server is deleting them")
	}
	h.next("see them", "kubectl", "get", plural+"."+rows[0].Group, "-A")
	return h.decide(Unknown, InstancesRemain, message+"; some of them have not been asked to go")
}

// unlistable decides where the server cannot list the objects. Most often their
// conversion webhook does not answer.
func (h *hearing) unlistable(ctx context.Context, plural, message string) bool {
	strategy := str(h.obj, "spec", "conversion", "strategy")
	if strategy == "Webhook" {
		h.conversionService(ctx)
	}
	if len(h.hold.Blockers) == 0 {
		h.blockFact(message)
	}
	h.next("see whether "+plural+" can be listed, and the error", "kubectl", "get", plural+"."+str(h.obj, "spec", "group"), "-A")
	h.next("see the definition's condition and its conversion", h.asYAML(h.node.Ref)...)
	return h.decide(Stuck, InstancesUnreadable, "its objects cannot be deleted because they cannot be listed: "+message)
}

// conversionService names the Service that converts the objects.
func (h *hearing) conversionService(ctx context.Context) {
	ref := trace.Ref{Kind: "Service", Namespace: str(h.obj, "spec", "conversion", "webhook", "clientConfig", "service", "namespace"), Name: str(h.obj, "spec", "conversion", "webhook", "clientConfig", "service", "name")}
	if ref.Name == "" {
		h.fact(h.name()+": .spec.conversion", "its objects are converted by a webhook outside the cluster")
		return
	}
	what := "converts its objects"
	if h.look(ctx, ref).gone() {
		what = "converts its objects and does not exist"
	}
	h.block(ctx, ref, what)
	h.fact(h.name()+": .spec.conversion", "its objects are converted by "+h.nameOf(ref))
}
