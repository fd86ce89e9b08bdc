package explain

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The conditions that the namespace controller writes.
const (
	contentRemainingCondition  = "NamespaceContentRemaining"
	finalizersCondition        = "NamespaceFinalizersRemaining"
	contentFailureCondition    = "NamespaceDeletionContentFailure"
	discoveryFailureCondition  = "NamespaceDeletionDiscoveryFailure"
	kindParsingFailedCondition = "NamespaceDeletionGroupVersionParsingFailure"
)

// weighClaims puts what the conditions claim beside what listing showed.
func (h *hearing) weighClaims(c *content) {
	if h.obj == nil {
		return
	}
	var untrue []string
	remain, finalizers := conditionOf(h.obj, contentRemainingCondition), conditionOf(h.obj, finalizersCondition)
	if remain.status == "False" && len(c.pods)+len(c.going)+len(c.idle) > 0 {
		untrue = append(untrue, contentRemainingCondition+"=False ("+remain.message+")")
	}
	if finalizers.status == "False" && len(held(c.pods))+len(held(c.going)) > 0 {
		untrue = append(untrue, finalizersCondition+"=False ("+finalizers.message+")")
	}
	if len(untrue) > 0 {
		h.fact(h.name()+": .status.conditions", "claims "+strings.Join(untrue, " and ")+", which listing it disproves")
	}
	for _, name := range []string{contentFailureCondition, discoveryFailureCondition, kindParsingFailedCondition} {
		if failure := conditionOf(h.obj, name); failure.status == "True" {
			h.fact(h.name()+": .status.conditions", name+": "+failure.message)
		}
	}
}

// claimedContent is what the conditions say to be left in the namespace, in their
// own words; empty where they do not say so.
func (h *hearing) claimedContent() string {
	if h.obj == nil {
		return ""
	}
	var words []string
	for _, name := range []string{contentRemainingCondition, finalizersCondition} {
		if c := conditionOf(h.obj, name); c.status == "True" {
			words = append(words, c.message)
		}
	}
	return strings.Join(words, "; ")
}

// namespaceContent is what listing shows of the namespace. What comes and goes by the
// thousand is listed only where nothing else is left and the conditions say that
// something is: then it is what is held.
func (h *hearing) namespaceContent(ctx context.Context) *content {
	c := h.contentOf(ctx, h.node.Name)
	if len(c.pods)+len(c.going)+len(c.idle) > 0 || h.claimedContent() == "" {
		return c
	}
	with := *c
	with.going = of[kubeMemory](h.world).events.get(h.node.Name, func() []brief { return h.heldEvents(ctx) })
	return &with
}

// heldEvents are the Events of the namespace that were asked to go and are held.
func (h *hearing) heldEvents(ctx context.Context) []brief {
	var rows []brief
	var problems []trace.Problem
	for _, k := range h.kinds {
		if k.Namespaced && k.Listable && fleeting(k) && k.Group == "" {
			found, failed := h.scanOne(ctx, k, h.node.Name)
			rows, problems = append(rows, found.rows...), append(problems, failed...)
		}
	}
	for _, p := range problems {
		h.note(p)
	}
	leaving, _ := split(rows)
	return held(leaving)
}
