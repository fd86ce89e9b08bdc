package sentence

import "testing"

func TestLeftAloneWords(t *testing.T) {
	for _, tt := range []struct {
		text  string
		alone bool
	}{
		{"Ignoring object of another shard (shard=b, ours=a)", true},
		{"not managed by this instance", true},
		{"owned by another controller", true},
		{"does not match the selector", true},
		{"reconciliation is paused by annotation acme.io/on-ice", true},
		{"reconciliation of app shop is paused", true},
		{"management is disabled", true},
		{"waiting for 2 volumes managed by this instance to detach", false},
		{"waiting for 3 replicas owned by the controller to stop", false},
		{"detaching 2 volumes managed by this instance", false},
		{"deletion protection is disabled, deleting bucket", false},
		{"metrics is disabled", false},
		{"ignoring not found of the instance, continuing", false},
	} {
		if got := Halts(tt.text) || LeftToOthers(tt.text); got != tt.alone {
			t.Errorf("%q: %t", tt.text, got)
		}
	}
}
