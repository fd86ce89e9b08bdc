package sentence_test

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// TestClosing finds what a text asks for in its last sentence, behind what it says is in the way, and takes nothing for that
// which was tried, which tells what is being done, or which strips finalizers.
func TestClosing(t *testing.T) {
	for text, want := range map[string]string{
		"gear 4 is locked by hand with key K-12; turn it to AUTO on site":   "turn it to AUTO on site",
		"the drum still has 14 items. Delete all items first.":              "Delete all items first",
		"shaft s-1 cannot be reached; please switch the relay on":           "please switch the relay on",
		"the gear is blocked; unlock the valve":                             "unlock the valve",
		"the gear is blocked; open the valve":                               "",
		"2 gears are left. Please let the shop complete.":                   "",
		"the shaft is still turning. Let it finish.":                        "",
		"gears still turn; let them end":                                    "",
		"3 are left. Open the dashboard for progress.":                      "",
		"3 are left. Make a note of the ID abc.":                            "",
		"the shaft is held. Tell your admin if this lasts.":                 "",
		"Still 2 left. Call the shop if this lasts.":                        "",
		"No quorum. Lower the quorum to 1.":                                 "",
		"The shop is blocked. Take the node down and wipe it.":              "",
		"The shop has open bills. Let the data go.":                         "",
		"4 are left. Lock the shop meanwhile.":                              "",
		"The shaft is still open. Put the data into the trash and empty it": "",
		"No copy exists. Complete the deletion without one.":                "",
		"The shaft must be kept. Make the shop drop its data first.":        "",
		"Peer offline. Bring the shop down and start over.":                 "",
		"The lock is held. End all turns.":                                  "",
		"cannot delete gear g1; remove the finalizer to go on":              "",
		"cannot delete gear g1; delete the shaft failed":                    "",
		"cannot reach the shaft; open connections are closed":               "",
		"the gear is idle; turn it to AUTO on site":                         "",
		"turn it to AUTO on site":                                           "",
		"gear 4 is locked; turning it to AUTO":                              "",
		"gear 4 is locked; remove the shaft: connection refused":            "",
	} {
		if got := sentence.Closing(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestHeldByNobody names no one where a text says how something came to be held.
func TestHeldByNobody(t *testing.T) {
	for _, how := range []string{"hand", "mistake", "accident", "design", "default", "law", "policy"} {
		if what, by := sentence.HeldBy("gear 4 is locked by " + how + " with key K-12"); what != "" || by != "" {
			t.Errorf("by %s: %q of %q", how, by, what)
		}
	}
}
