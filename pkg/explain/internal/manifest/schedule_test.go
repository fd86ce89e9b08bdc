package manifest

import (
	"testing"
	"time"
)

// TestSchedule reckons only with what is the same all the time.
func TestSchedule(t *testing.T) {
	for _, tt := range []struct {
		schedule Schedule
		every    time.Duration
		words    string
	}{
		{"*/5 * * * *", 5 * time.Minute, "every 5m"},
		{"* * * * *", time.Minute, "every 1m"},
		{"17 * * * *", time.Hour, "every 1h"},
		{"17 */6 * * *", 6 * time.Hour, "every 6h"},
		{"0 3 * * *", 24 * time.Hour, "every 24h"},
		{"@daily", 24 * time.Hour, "every 24h"},
		{"@every 90s", 90 * time.Second, "every 1m30s"},
		{"0 3 * * 1", 0, `at "0 3 * * 1"`},
		{"*/5 8-18 * * *", 0, `at "*/5 8-18 * * *"`},
		{"soon", 0, `at "soon"`},
	} {
		if every, words := tt.schedule.Every(), tt.schedule.Words(); every != tt.every || words != tt.words {
			t.Errorf("%s: %s, %s", tt.schedule, every, words)
		}
	}
}
