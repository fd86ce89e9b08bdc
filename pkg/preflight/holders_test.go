package preflight

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestOwnReason tells what is said of one object from what is said of who holds it.
func TestOwnReason(t *testing.T) {
	for _, tt := range []struct {
		verdict explain.Verdict
		health  explain.Health
		want    bool
	}{
		{explain.Progressing, explain.Running, true},
		{explain.Waiting, explain.Running, true},
		{explain.Stuck, explain.Running, true},
		{explain.Stuck, explain.ScaledDown, false},
	} {
		if got := ownReason(&explain.Hold{Verdict: tt.verdict, Health: tt.health}); got != tt.want {
			t.Errorf("%s, %s: %t", tt.verdict, tt.health, got)
		}
	}
}
