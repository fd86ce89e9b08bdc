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

// TestRestates tells what only says that a deletion was asked for from what says what is left to
// do, and from what names something else that goes.
func TestRestates(t *testing.T) {
	for text, want := range map[string]bool{
		"Node is deleting or marked for deletion":                          true,
		"Resource is being deleted":                                        true,
		"Stopping container gears":                                         true,
		"Killing":                                                          true,
		"Deleting node n1":                                                 true,
		"Deletion in progress":                                             true,
		`Gear "g1" is being deleted`:                                       false,
		"Gear g1 is being deleted":                                         false,
		"Deleting remaining gears of the shaft":                            false,
		"Deleting node n1 because its machine is not there":                false,
		"Node is deleting, and waits for 3 pods to be evicted":             false,
		"Gear is deleted only when its teeth are":                          false,
		"cannot delete it: the gear is marked for deletion by another one": false,
	} {
		if restates(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}
