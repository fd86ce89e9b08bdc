package trace_test

import (
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// What was copied at an unknown time after may be old, and is never known to be
// young.
func TestClock(t *testing.T) {
	at := time.Date(2024, 3, 5, 12, 0, 30, 0, time.UTC)
	minute := at.Add(-time.Minute)
	for name, tt := range map[string]struct {
		clock                  trace.Clock
		passed, within, before bool
		when, lasting          string
	}{
		"known":    {trace.Clock{At: at}, true, true, true, "60s ago", "for 60s"},
		"at least": {trace.Clock{At: at, AtLeast: true}, true, false, false, "on 2024-03-05 11:59 UTC", "since 2024-03-05 11:59 UTC"},
		"none":     {trace.Clock{}, false, false, false, "on 2024-03-05 11:59 UTC", "since 2024-03-05 11:59 UTC"},
	} {
		t.Run(name, func(t *testing.T) {
			c := tt.clock
			if c.Passed(minute, time.Minute) != tt.passed || c.Within(minute, time.Hour) != tt.within || c.Before(at.Add(1)) != tt.before {
				t.Errorf("passed %t, within %t, before %t", c.Passed(minute, time.Minute), c.Within(minute, time.Hour), c.Before(at.Add(1)))
			}
			if c.When(minute) != tt.when || c.For(minute) != tt.lasting {
				t.Errorf("got %q and %q, want %q and %q", c.When(minute), c.For(minute), tt.when, tt.lasting)
			}
			if c.Passed(minute, time.Hour) || c.Within(minute, time.Second) || c.Before(minute) || c.Passed(time.Time{}, 0) || c.Within(time.Time{}, 1<<62) {
				t.Error("what is not so is said to be so")
			}
		})
	}
}
