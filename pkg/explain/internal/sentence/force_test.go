package sentence

import "testing"

// TestWithoutForce takes the advice to force out of what a message says, and nothing else.
func TestWithoutForce(t *testing.T) {
	for text, want := range map[string]string{
		"cleanup of rod-7 failed: rod is jammed; remove the finalizer manually to continue": "cleanup of rod-7 failed: rod is jammed",
		"the zorg is asleep. Please remove the finalizer acme.test/cleanup by hand.":        "the zorg is asleep",
		"cannot reach the zorg, or force delete the widget":                                 "cannot reach the zorg",
		"You can patch the metadata.finalizers to null":                                     "",
	} {
		if got, advised := WithoutForce(text); got != want || !advised {
			t.Errorf("%q: %q, %t", text, got, advised)
		}
	}
	for _, text := range []string{
		"failed to remove finalizer: the zorg is asleep",
		"cannot remove the finalizer; 3 leases are held",
		"waiting to remove the finalizer until the zorg is asleep",
		"removing finalizers from 3 gears failed",
		"delete the 3 backups first; they are in use",
	} {
		if got, advised := WithoutForce(text); got != text || advised {
			t.Errorf("%q: %q, %t", text, got, advised)
		}
	}
}
