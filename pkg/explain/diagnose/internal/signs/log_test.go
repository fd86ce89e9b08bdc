package signs

import (
	"testing"
	"time"
)

// TestPassed knows which failures came again: without a date, one after which no two lines with a
// date were printed.
func TestPassed(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	failure, other := &Word{}, &Word{}
	long := now.Add(-2 * longestPause)
	for name, tt := range map[string]struct {
		printed []time.Time // of the failure, and then of others
		want    bool
	}{
		"undated, before two dated": {[]time.Time{{}, now, now}, true},
		"undated, before one":       {[]time.Time{{}, now}, false},
		"undated, as all":           {[]time.Time{{}, {}, {}}, false},
		"dated, a moment ago":       {[]time.Time{now, now, now}, false},
		"dated, a long time before": {[]time.Time{long, now}, true},
	} {
		var s lines
		failure.Last = tt.printed[0]
		for i, at := range tt.printed {
			w := other
			if i == 0 {
				w = failure
			}
			s.count(w, at)
			s.last = at
		}
		if got := s.passed(failure); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	var s lines
	s.count(other, now)
	s.count(other, now)
	failure.Last = time.Time{}
	if s.count(failure, failure.Last); s.passed(failure) {
		t.Error("what was printed last has passed")
	}
}
