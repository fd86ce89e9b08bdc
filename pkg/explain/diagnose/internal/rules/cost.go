package rules

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// price sets what taking the finalizer off costs in this case. What the object
// says may only make it cost more; for less there has to be proof.
func (s *situation) price() {
	cost := s.h.Cost
	s.f.Cost = &cost
	if s.proven() {
		if loss := phrase.OneLine(s.text(s.CEL.ProvenLoss)); loss != "" {
			cost.Loss, cost.Risk, cost.Proven = loss, s.Proven.Risk, true
			return
		}
	}
	if loss := phrase.OneLine(s.text(s.CEL.Loss)); loss != "" && !cost.Proven && !explain.Lowers(s.Risk, cost.Risk) {
		cost.Loss, cost.Risk = loss, s.Risk
	}
}

// proven reports whether there is the proof that the check wants: the object of the
// same name lives in the other cluster, and is proven to stand for the same.
func (s *situation) proven() bool { return s.Proven != nil && s.h.Elsewhere == trace.Live }
