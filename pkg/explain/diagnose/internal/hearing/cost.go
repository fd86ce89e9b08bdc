package hearing

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// CostOf says what taking the finalizer off by hand costs, as far as the
// catalogue and the object tell.
func CostOf(h *Case) explain.Cost {
	cost := explain.Cost{Loss: h.Filled(h.Entry.LossFor(h.Kind)), Risk: h.Entry.Risk, Identity: IdentityOf(h)}
	if h.Entry.Confidence == catalogue.ConfidenceLow && cost.Loss != "" {
		// What was not read must not make a removal easier than what nobody knows.
		cost.Loss, cost.Risk = cost.Loss+", as far as is known second hand", ""
	}
	return cost
}
