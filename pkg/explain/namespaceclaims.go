package explain

import "strings"

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
