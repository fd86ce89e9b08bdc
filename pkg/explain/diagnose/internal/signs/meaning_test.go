package signs

import "testing"

func TestSaysWaits(t *testing.T) {
	for _, tt := range []struct {
		text, reason string
		waits        bool
	}{
		{"3 leases are still held by worker-a", "LeasesHeld", true},
		{"2 shards are left", "Draining", true},
		{"12 snapshots", "WaitingForSnapshots", true},
		{"leases have been released", "Waiting", false},
		{"nothing holds a lease", "Free", false},
		{"the disk is no longer in use", "", false},
		{"not yet empty", "", true},
		{"up and running", "Ready", false},
	} {
		w := Word{Text: tt.text, reason: tt.reason}
		if saysWaits(w) != tt.waits {
			t.Errorf("%q (%s): %t", tt.text, tt.reason, !tt.waits)
		}
	}
}
