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

// TestForcing takes what people tell of forcing out of what they write, and never has it asked for. What a controller
// fails at stays.
func TestForcing(t *testing.T) {
	for _, text := range []string{
		"The gear is stuck terminating until the finalizer `zorg.io/oil` is manually removed.",
		"It hangs until somebody removes the finalizer zorg.io/oil by hand.",
		"Please manually remove the finalizer zorg.io/oil to go on.",
		"Workaround: patch the finalizers to null.",
		"kubectl patch gear g1 --type=merge -p '{\"metadata\":{\"finalizers\":null}}'",
		"We have to force delete the gear.",
		"If a gear hangs, people delete it with force.",
		"Edit the namespace and empty spec.finalizers.",
		"The only way is removing the finalizers of all gears.",
		"It waits unless its finalizers are cleared.",
		"Run kubectl delete gear g1 --force --grace-period=0 to continue.",
		"Please call /finalize of the namespace first.",
		"Old gears cannot get deleted without human intervention.",
		"Manual intervention is needed to get rid of the finalizer.",
		"Please use kubectl edit to delete the finalizers first.",
	} {
		if rest := WithoutForcing(text); rest != "" {
			t.Errorf("%q leaves %q", text, rest)
		}
		if asked := Asks(text); asked != "" {
			t.Errorf("%q asks for %q", text, asked)
		}
	}
	for _, text := range []string{
		"Failed to remove finalizer: the zorg is asleep",
		"The operator cannot remove the finalizer because 3 rods are held",
		"It waits for the shaft before removing the finalizer",
		"The shaft has to be deleted first",
		"The finalizer is only removed when the job is finished",
		"Set the annotation zorg.io/force-deletion on it",
	} {
		if rest := WithoutForcing(text); rest != text {
			t.Errorf("%q leaves %q", text, rest)
		}
	}
}
