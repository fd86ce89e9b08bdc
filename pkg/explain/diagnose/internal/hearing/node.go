package hearing

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// FactOfNode adds whether a node is well.
func (n *Notes) FactOfNode(node *unstructured.Unstructured, source string) {
	ready := manifest.ConditionOf(node, "Ready")
	if ready.Status == "True" {
		n.Fact(source+": .status.conditions", "the node is Ready")
		return
	}
	fact := "the node is not Ready"
	if ready.Message != "" {
		fact += ": " + ready.Message
	}
	n.Quote(source+": .status.conditions", fact, ready.Message)
	if _, out := manifest.TaintOf(node, manifest.OutOfServiceTaint); out {
		n.Fact(source+": .spec.taints", "marked out of service, so that its volumes are detached without it")
	}
}
