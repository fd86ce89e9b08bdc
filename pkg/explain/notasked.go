package explain

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// notAskedYet is a stage for a live object in a namespace on its way out.
func notAskedYet(ctx context.Context, h *hearing) bool {
	if h.node.State != trace.Live || h.node.Namespace == "" {
		return false
	}
	if _, rotten := h.cannotDecode(ctx); rotten {
		return false
	}
	space := h.look(ctx, trace.Ref{Kind: "Namespace", Name: h.node.Namespace})
	if space.obj == nil || !going(space.state) {
		return false
	}
	h.namespaceController(ctx)
	h.fact("namespaces/"+h.node.Namespace+": .metadata.deletionTimestamp", "the namespace was asked to go "+h.ago(space.obj.GetDeletionTimestamp().UTC())+" ago")
	c := h.contentOf(ctx, h.node.Namespace)
	leaving, live := split(c.pods)
	h.blockRows(leaving)
	why := h.whyStuck(trace.Ref{Kind: "Namespace", Name: h.node.Namespace})
	h.next("see what the namespace waits for", why...)
	switch {
	case h.kind.Group == "" && h.kind.Kind == "Pod":
		return h.decide(NotAsked, NotAskedYet, "nobody has asked it to go yet: the namespace controller asks the pods of a namespace first")
	case len(c.pods) > 0:
		return h.decide(NotAsked, NotAskedYet, "nobody has asked it to go yet: the namespace controller asks it once the pods are gone, and "+
			count(len(c.pods), "is", "are")+" left: "+naming(rowNames(append(leaving, live...))))
	}
	says := ""
	if failure := conditionOf(space.obj, contentFailureCondition); failure.status == "True" {
		says = "; the namespace controller says: " + failure.message
	}
	return h.decide(NotAsked, NotAskedYet, "nobody has asked it to go yet, although the pods of the namespace are gone"+says)
}
