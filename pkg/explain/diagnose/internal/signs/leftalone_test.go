package signs

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
		if got := pauses.MatchString(tt.text) || ofOthers.MatchString(tt.text); got != tt.alone {
			t.Errorf("%q: %t", tt.text, got)
		}
	}
}

func TestOthersFinalizers(t *testing.T) {
	for text, want := range map[string]bool{
		"none of our finalizers is on it, nothing to do":                            true,
		"our finalizer is gone":                                                     true,
		"waiting for other finalizers to be removed before deleting the volume":     false,
		"other finalizers are there, deleting the volume":                           false,
		"our finalizer is not present yet, waiting for the volume before we set it": false,
	} {
		if got := othersFinalizers.MatchString(text) && !saysWaits(Word{Text: text}); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
