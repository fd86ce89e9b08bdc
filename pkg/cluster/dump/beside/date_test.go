package beside

import (
	"strings"
	"testing"
	"time"
)

// TestDate finds what date printed, in the forms that it has, and takes nothing else for it.
func TestDate(t *testing.T) {
	at := time.Date(2024, 6, 1, 10, 0, 9, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"$ date -u +%FT%TZ; kubectl get pvc data-0 -o yaml\n2024-06-01T10:00:09Z":    at,
		"$ date\nSat Jun  1 10:00:09 UTC 2024":                                       at,
		"date\nSat Jun  1 10:00:09 AM UTC 2024":                                      at,
		"root@host:~# date -R\nSat, 01 Jun 2024 12:00:09 +0200":                      at,
		"$ kubectl get ns && date -Is\n2024-06-01T12:00:09+02:00":                    at,
		"$ date\nSat Jun  1 10:00:08 UTC 2024\n$ date\nSat Jun  1 10:00:09 UTC 2024": at,
		"$ date\nSat Jun  1 12:00:09 CEST 2024":                                      {}, // which hour that is only its place knows
		"$ date\n$ kubectl get ns":                                                   {},
		"an update\n2024-06-01T10:00:09Z":                                            {},
		"expiry date\n2024-06-01T10:00:09Z":                                          {},
		"2024-06-01T10:00:09Z":                                                       {},
	} {
		if got := Date(strings.Split(text, "\n")); !got.Equal(want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
