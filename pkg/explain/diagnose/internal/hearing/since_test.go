package hearing

import (
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestFactOf tells for how long a condition has been so only where it says when it turned.
func TestFactOf(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	h := &Case{View: &sight.View{Clock: trace.Clock{At: now}}}
	for want, c := range map[string]manifest.Condition{
		"Ready is False for 7d":            {Since: now.Add(-7 * 24 * time.Hour)},
		"Ready is False, written 4s ago":   {Written: now.Add(-4 * time.Second)},
		"Ready is False":                   {},
		"Ready is False for 7d: it is bad": {Since: now.Add(-7 * 24 * time.Hour), Message: "it is bad"},
	} {
		c.Kind, c.Status = "Ready", "False"
		var n Notes
		n.FactOf(h, c, true)
		if got := n.Evidence[0].Fact; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
