package explain

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// costOf says what taking the finalizer off by hand costs, as far as the
// catalogue and the object tell.
func costOf(h *hearing) Cost {
	return Cost{Loss: h.entry.Loss, Risk: h.entry.Risk, Identity: identityOf(h)}
}

// grades are from the lowest. What nobody has graded counts as the highest.
var grades = []string{"low", "medium", "high"}

func gradeOf(risk string) int {
	if at := slices.Index(grades, risk); at >= 0 {
		return at
	}
	return len(grades) - 1
}

// lowers reports whether one risk is less than another.
func lowers(risk, than string) bool { return gradeOf(risk) < gradeOf(than) }

// price sets what taking the finalizer off costs in this case. What the object
// says may only make it cost more; for less there has to be proof.
func (s *situation) price() {
	cost := &s.h.hold.Cost
	if s.proven() {
		if loss := oneLine(s.text(s.cel.provenLoss)); loss != "" {
			cost.Loss, cost.Risk, cost.Proven = loss, s.Proven.Risk, true
			return
		}
	}
	if loss := oneLine(s.text(s.cel.loss)); loss != "" && !cost.Proven && !lowers(s.Risk, cost.Risk) {
		cost.Loss, cost.Risk = loss, s.Risk
	}
}

// proven reports whether there is the proof that the check wants.
func (s *situation) proven() bool {
	if s.Proven == nil {
		return false
	}
	switch s.Proven.By {
	case byElsewhere:
		return s.h.elsewhere == trace.Live
	case bySearch:
		found, _ := s.variables["found"].([]any)
		complete, _ := s.variables["complete"].(bool)
		return s.Find != nil && len(found) == 0 && complete && !s.ownWord
	}
	return false
}
