package explain

import "slices"

// Risk is how much a cost weighs, empty where nobody has graded it.
type Risk string

// The grades.
const (
	// RiskLow is bookkeeping.
	RiskLow Risk = "low"
	// RiskMedium leaves something behind in the cluster.
	RiskMedium Risk = "medium"
	// RiskHigh loses data, or leaves something outside of the cluster.
	RiskHigh Risk = "high"
)

// risks are from the lowest.
var risks = []Risk{RiskLow, RiskMedium, RiskHigh}

// Risks are the grades, from the lowest.
func Risks() []Risk { return slices.Clone(risks) }

// Below reports whether one risk is less than another. What nobody has graded counts as the
// highest.
func (r Risk) Below(than Risk) bool { return r.grade() < than.grade() }

func (r Risk) grade() int {
	if at := slices.Index(risks, r); at >= 0 {
		return at
	}
	return len(risks) - 1
}
