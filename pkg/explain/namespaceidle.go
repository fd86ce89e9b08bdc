package explain

import (
	"context"
	"strings"
)

// idleLong reports whether objects are left that nobody has asked to go,
// although the pods are gone and the namespace controller had the time, or was
// refused.
func idleLong(_ context.Context, h *hearing, c *content) bool {
	return len(c.pods) == 0 && len(c.idle) > 0 && (h.longGone() || refusal(h.contentFailure()))
}

// refusal reports whether the words say that admission refused a request. That
// items remain is no refusal: the namespace controller says so of all that a
// finalizer holds.
func refusal(words string) bool {
	for _, sign := range []string{"denied request", "denied the request", "failed calling webhook", " is forbidden: "} {
		if strings.Contains(words, sign) {
			return true
		}
	}
	return false
}

// contentNotAsked judges such a namespace.
func contentNotAsked(ctx context.Context, h *hearing, c *content) bool {
	h.blockLive(c.idle)
	h.nextOf(nil, c.idle)
	h.admitGaps(c)
	return h.notAsked(ctx, c.idle, ContentNotAsked, "nobody has asked "+h.counted(c.idle)+" to go although the pods are gone: "+naming(h.typedNames(c.idle)))
}

// notAsked decides for live objects in a namespace that has been going for
// long: their deletion is refused, or nobody asks.
func (h *hearing) notAsked(ctx context.Context, live []brief, reason Reason, message string) bool {
	if why := h.deletesRefused(ctx, live); why != "" {
		return h.decide(Stuck, reason, message+why)
	}
	m := h.controllerManager(ctx)
	if failure := h.contentFailure(); failure != "" {
		return h.decide(Stuck, reason, message+"; the namespace controller says: "+failure)
	}
	if h.managerDown(m, message+"; the kube-controller-manager "+m.message) {
		return true
	}
	return h.decide(Unknown, reason, message)
}

// contentFailure is what the namespace controller says it could not delete.
func (h *hearing) contentFailure() string {
	if h.obj == nil {
		return ""
	}
	if failure := conditionOf(h.obj, contentFailureCondition); failure.status == "True" {
		return failure.message
	}
	return ""
}

// managerDown decides where the controller manager does not do its work.
func (h *hearing) managerDown(m manager, message string) bool {
	var reason Reason
	switch m.health {
	case NotLeading:
		reason = HolderNotLeading
	case NotReady:
		reason = HolderNotReady
	default:
		return false
	}
	h.next("see how the kube-controller-manager fares", "kubectl", "get", "pods", "-n", systemNamespace, "-l", "component="+managerName)
	return h.decide(Stuck, reason, message)
}
