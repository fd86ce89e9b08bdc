package diagnosis

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestPriceClaimed says why a loss of little is graded high: anybody may have written what the object says of itself.
func TestPriceClaimed(t *testing.T) {
	c := explain.Cost{Loss: "Most likely nothing", Risk: explain.RiskHigh}
	if got, want := price(c, c.Loss), "Most likely nothing (high risk)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	c.Claimed = true
	if got, want := price(c, c.Loss), "Most likely nothing (graded high all the same, since only the object itself says so)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
