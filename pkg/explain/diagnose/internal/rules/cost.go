package rules

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// leftAlone are the reasons for which nobody acts on an object that stands for
// nothing here any more.
var leftAlone = []explain.Reason{explain.Excluded, explain.PrerequisiteGone}

// price sets what taking the finalizer off costs in this case. What the object
// says may only make it cost more; for less there has to be proof: the object of the
// same name lives in the other cluster, and stands for the same.
func (s *situation) price() {
	cost := s.h.Cost
	s.f.Cost = &cost
	if s.h.Elsewhere == trace.Live && slices.Contains(leftAlone, s.Reason) {
		cost.Loss, cost.Risk, cost.Proven = "Nothing of the real one, which lives in the other cluster: a move left this one behind", explain.RiskMedium, true
		return
	}
	if loss := phrase.OneLine(s.text(s.CEL.Loss)); loss != "" && !cost.Proven && !s.Risk.Below(cost.Risk) {
		cost.Loss, cost.Risk, cost.Claimed = loss, s.Risk, s.Less
	}
}
