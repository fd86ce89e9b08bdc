package namespace

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
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
func weighClaims(h *hearing.Case, c *content) {
	if h.Object == nil {
		return
	}
	var untrue []string
	remain, finalizers := manifest.ConditionOf(h.Object, contentRemainingCondition), manifest.ConditionOf(h.Object, finalizersCondition)
	if remain.Status == "False" && len(c.pods)+len(c.going)+len(c.idle) > 0 {
		untrue = append(untrue, contentRemainingCondition+"=False ("+remain.Message+")")
	}
	if finalizers.Status == "False" && len(held(c.pods))+len(held(c.going)) > 0 {
		untrue = append(untrue, finalizersCondition+"=False ("+finalizers.Message+")")
	}
	if len(untrue) > 0 {
		h.Fact(h.Name()+": .status.conditions", "claims "+strings.Join(untrue, " and ")+", which listing it disproves")
	}
	for _, name := range []string{contentFailureCondition, discoveryFailureCondition, kindParsingFailedCondition} {
		if failure := manifest.ConditionOf(h.Object, name); failure.Status == "True" {
			h.Fact(h.Name()+": .status.conditions", name+": "+failure.Message)
		}
	}
}
