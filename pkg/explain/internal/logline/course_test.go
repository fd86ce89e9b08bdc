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
		"up, then no more":           {[]string{"1 chunk copied", "2 chunks copied", "3 chunks copied", "3 chunks copied"}, 3},
		"up without an end":          {[]string{"chunk 1", "chunk 2", "chunk 3"}, 0},
		"what comes in":              {[]string{"received 100 requests", "received 200 requests", "received 300 requests"}, 0},
		"how often it began anew":    {[]string{"worker restarted, restarts: 4", "worker restarted, restarts: 5", "worker restarted, restarts: 6"}, 0},
		"what came to its end":       {[]string{"terminated 4 pods", "terminated 5 pods", "terminated 9 pods"}, 3},
		"one step":                   {[]string{"chunk 1", "chunk 1", "chunk 2"}, 0},
		"to and fro":                 {[]string{"chunk 1", "chunk 3", "chunk 2"}, 0},
		"more that is left":          {[]string{"pods left: 1", "pods left: 2", "pods left: 3"}, 0},
		"attempts":                   {[]string{"attempt 1", "attempt 2", "attempt 3"}, 0},
		"retries in another writing": {[]string{"retryCount=1", "retryCount=2", "retryCount=3"}, 0},
		"heartbeats":                 {[]string{"heartbeat 13", "heartbeat 14", "heartbeat 15"}, 0},
		"syncs":                      {[]string{"resync 1 done", "resync 2 done", "resync 3 done"}, 0},
		"a duration":                 {[]string{"looked for 1s", "looked for 2s", "looked for 3s"}, 0},
		"left beside a try":          {[]string{"attempt=1, left=9", "attempt=2, left=8", "attempt=3, left=6"}, 3},
		"done beside a try":          {[]string{"try 1: erased 3 of 9 tapes so far", "try 2: erased 4 of 9 tapes so far", "try 3: erased 6 of 9 tapes so far"}, 3},
		"tries that are left":        {[]string{"3 of 5 retries left", "2 of 5 retries left", "1 of 5 retries left"}, 0},
		"tries of so many":           {[]string{"attempt 1 of 5", "attempt 2 of 5", "attempt 3 of 5"}, 0},
		"seconds that are left":      {[]string{"seconds left: 30", "seconds left: 20", "seconds left: 10"}, 0},
		"more that is left of all":   {[]string{"7 of 9 left", "8 of 9 left", "9 of 9 left"}, 0},
		"tries in brackets":          {[]string{"waiting for racks, retry attempt (3/9)", "waiting for racks, retry attempt (4/9)", "waiting for racks, retry attempt (5/9)"}, 0},
		"more left, in brackets":     {[]string{"racks still pending (3 of 9)", "racks still pending (4 of 9)", "racks still pending (5 of 9)"}, 0},
		"some of all, in brackets":   {[]string{"waiting for racks (3/9)", "waiting for racks (4/9)", "waiting for racks (5/9)"}, 3},
		"some of all, the rest left": {[]string{"7 of 9 done, 2 left", "8 of 9 done, 1 left", "9 of 9 done, 0 left"}, 3},
		"a lag that grows":           {[]string{"replica lag is 100", "replica lag is 240", "replica lag is 300"}, 0},
		"a disk that fills up":       {[]string{"900Mi free on the disk", "700Mi free on the disk", "200Mi free on the disk"}, 0},
		"members that fail":          {[]string{"3 healthy members", "2 healthy members", "1 healthy members"}, 0},
		"what is freed":              {[]string{"blocks to free: 9", "blocks to free: 7", "blocks to free: 2"}, 3},
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
		if runs != (tt.want > 0) || runs && !last.Last.Equal(at.Add(time.Duration(tt.want-1)*time.Minute)) {
			t.Errorf("%s: %t, %s", name, runs, last.Last)
		}
		if _, runs := fast.Runs(); runs {
			t.Errorf("%s: within seconds", name)
		}
	}
}

// TestRunTold says from where to where what is left ran, and of how many it is.
func TestRunTold(t *testing.T) {
	for want, texts := range map[string][]string{
		"down from 45 to 3 of 50":      {"picking bunches (left=45, total=50)", "picking bunches (left=32, total=50)", "picking bunches (left=3, total=50)"},
		"up from 30 to 46 of 90":       {"chunk copied (chunk=30, of=90)", "chunk copied (chunk=40, of=90)", "chunk copied (chunk=46, of=90)"},
		"up from 2 to 9 of 12":         {"erased 2/12 plates", "erased 3/12 plates", "erased 9/12 plates"},
		"up from 1204 to 3693 of 9800": {"1,204 of 9,800 rows purged", "2,900 of 9,800 rows purged", "3,693 of 9,800 rows purged"},
		"down from 3 to 1":             {`waiting for volumes (remaining=["v0","v1","v2"])`, `waiting for volumes (remaining=["v1","v2"])`, `waiting for volumes (remaining=["v2"])`},
		"down from 4 to 2":             {"still attached: [a b c d]", "still attached: [b c d]", "still attached: [c d]"},
		"down from 9 to 2":             {"open=9", "open=7", "open=2"},
		"down from 10 to 3":            {"2 done, 10 left", "4 done, 8 left", "9 done, 3 left"},
	} {
		var c Course
		for i, text := range texts {
			c = c.With(Step{time.Date(2026, 3, 1, 12, i, 0, 0, time.UTC), text})
		}
		run, runs := c.Runs()
		if got := run.String(); !runs || got != want {
			t.Errorf("%s: %q, want %q", texts[0], got, want)
		}
	}
}

// TestAlike takes for the same what differs in numbers, and in what is left of a list.
func TestAlike(t *testing.T) {
	if a, b := Alike("blue: left=[v1 v2 v3] after 3 tries", "blue"), Alike("blue: left=[v3] after 12 tries", "blue"); a != b {
		t.Errorf("%s, %s", a, b)
	}
	if a, b := Alike("[drainer] gone"), Alike("[keeper] gone"); a == b {
		t.Error(a)
	}
}
