package sentence

import (
	"testing"
	"time"
)

// A time counts where it is one that is waited for, and not where it tells of anything else.
func TestMomentIn(t *testing.T) {
	said := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"instrument vln-3 is on loan until 2026-12-01T10:00:00Z":                          "2026-12-01T10:00:00Z",
		"kept until 2026-12-01":                                                           "2026-12-01T00:00:00Z",
		"the hold expires at 2026-03-02 08:30:00 UTC":                                     "2026-03-02T08:30:00Z",
		"not before 2026-03-01T14:00:00+01:00":                                            "2026-03-01T13:00:00Z",
		"throttled the recall (429 Too Many Requests), next attempt at 2026-03-01T17:05Z": "2026-03-01T17:05:00Z again",
		`retry after: "2026-03-01T17:05:00Z"`:                                             "2026-03-01T17:05:00Z again",
		"next attempt time: 2026-03-01T17:05:00Z":                                         "2026-03-01T17:05:00Z again",
		"retain until: 2026-03-01T17:05:00Z":                                              "2026-03-01T17:05:00Z",
		"next retry time 2026-03-01T17:05:00Z":                                            "2026-03-01T17:05:00Z again",
		"temperature 410C, will release below 60C, about 25m left":                        "2026-03-01T12:25:00Z",
		"30 minutes remaining before the snapshot may go":                                 "2026-03-01T12:30:00Z",
		"will be deleted in 2 days":                                                       "2026-03-03T12:00:00Z",
		"backup bk-7 still running, requeueing (requeueAfter=25m0s)":                      "2026-03-01T12:25:00Z again",
		`"requeue after": "1m30s"`:                                                        "2026-03-01T12:01:30Z again",
		"shard 4 is locked (next attempt at 12:20)":                                       "2026-03-01T12:20:00Z again",
		"will try again at 09:15:30 UTC":                                                  "2026-03-02T09:15:30Z again",
		"it was tried at 12:20":                                                           "",
		"next retry at 12:20:1":                                                           "",
		"not ready, retrying in 5m":                                                       "2026-03-01T12:05:00Z again",
		"waiting another 90 seconds":                                                      "2026-03-01T12:01:30Z",
		"it cannot be moved before high water at 2026-03-01T18:00:00Z":                    "2026-03-01T18:00:00Z",
		"no crew on duty before 2026-03-01T18:00:00Z":                                     "2026-03-01T18:00:00Z",
		"the vault cannot be opened before 2026-03-02 06:00 UTC":                          "2026-03-02T06:00:00Z",
		"unloading resumes at 2026-03-01T13:00:00Z":                                       "2026-03-01T13:00:00Z",
		"outside of hours, the maintenance window opens at 2026-03-01T22:00:00Z":          "2026-03-01T22:00:00Z",
		"deletion is scheduled for 2026-03-04T00:00:00Z":                                  "2026-03-04T00:00:00Z",
		"draining resumes in 20m":                                                         "2026-03-01T12:20:00Z",
		"letting it settle (remaining=7m30s)":                                             "2026-03-01T12:07:30Z",
		"picking (left=45, total=50)":                                                     "",
		"retryAfter: 300s":                                                                "2026-03-01T12:05:00Z again",
		"retry_after_seconds=300":                                                         "2026-03-01T12:05:00Z again",
		"it has to be renewed before 2026-03-02T06:00:00Z":                                "",
		"nothing was wrong. renew it before 2026-03-02T06:00:00Z":                         "",
		"the backup is scheduled for 2026-03-04T00:00:00Z":                                "",
		"timed out after 30s":                                                             "",
		"failed at 2026-03-01T11:00:00Z":                                                  "",
		"created 2026-03-01T11:00:00Z, 3 volumes left":                                    "",
		"3 minutes ago the last one left":                                                 "",
		"retried 5 times in 10m":                                                          "",
		"until 2026-99-01 the lease is held":                                              "",
		"unreachable for 10m":                                                             "",
	} {
		got := ""
		if m, told := MomentIn(text, said); told {
			if got = m.At.Format(time.RFC3339); m.Again {
				got += " again"
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if _, told := MomentIn("about 25m left", time.Time{}); told {
		t.Error("nobody knows from when on that is counted")
	}
}
