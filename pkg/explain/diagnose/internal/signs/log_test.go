package signs

import (
	"testing"
	"time"
)

// TestPassed knows which failures came again: without a date, the one printed last among lines
// with one, and each where no line has one.
func TestPassed(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	undated, recent, old := &Word{}, &Word{Last: now.Add(-time.Second)}, &Word{Last: now.Add(-2 * longestPause)}
	for name, tt := range map[string]struct {
		lines lines
		word  *Word
		want  bool
	}{
		"undated, among dated":      {lines{last: now, end: recent}, undated, true},
		"undated, printed last":     {lines{last: now, end: undated}, undated, false},
		"undated, as all":           {lines{end: &Word{}}, undated, false},
		"dated, a moment ago":       {lines{last: now, end: undated}, recent, false},
		"dated, a long time before": {lines{last: now, end: undated}, old, true},
	} {
		if got := tt.lines.passed(tt.word); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
