package logline

import (
	"slices"
	"testing"
	"time"
)

// TestRuns knows where a number tells that something goes on.
func TestRuns(t *testing.T) {
	for name, tt := range map[string]struct {
		texts []string
		want  int // after how many texts it ran last, 0 for never
	}{
		"up":                         {[]string{"chunk 1 of 9", "chunk 2 of 9", "chunk 4 of 9"}, 3},
		"down":                       {[]string{"open=8", "open=7", "open=6"}, 3},
		"a share":                    {[]string{"40% done", "55% done", "70% done"}, 3},
		"up, then no more":           {[]string{"chunk 1", "chunk 2", "chunk 3", "chunk 3"}, 3},
		"one step":                   {[]string{"chunk 1", "chunk 1", "chunk 2"}, 0},
		"to and fro":                 {[]string{"chunk 1", "chunk 3", "chunk 2"}, 0},
		"more that is left":          {[]string{"pods left: 1", "pods left: 2", "pods left: 3"}, 0},
		"attempts":                   {[]string{"attempt 1", "attempt 2", "attempt 3"}, 0},
		"retries in another writing": {[]string{"retryCount=1", "retryCount=2", "retryCount=3"}, 0},
		"a duration":                 {[]string{"looked for 1s", "looked for 2s", "looked for 3s"}, 0},
		"names":                      {[]string{"looked at sn-1", "looked at sn-2", "looked at sn-3"}, 0},
		"a time of the day":          {[]string{"seen 12:00:01", "seen 12:00:02", "seen 12:00:03"}, 0},
		"addresses":                  {[]string{"10.0.0.1 is there", "10.0.0.2 is there", "10.0.0.3 is there"}, 0},
	} {
		at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		var c, fast Course
		for i, text := range slices.Backward(tt.texts) { // in any order
			c = c.With(Step{at.Add(time.Duration(i) * time.Minute), text})
			fast = fast.With(Step{at.Add(time.Duration(i) * time.Second), text})
		}
		last, runs := c.Runs()
		if runs != (tt.want > 0) || runs && !last.Equal(at.Add(time.Duration(tt.want-1)*time.Minute)) {
			t.Errorf("%s: %t, %s", name, runs, last)
		}
		if _, runs := fast.Runs(); runs {
			t.Errorf("%s: within seconds", name)
		}
	}
}
