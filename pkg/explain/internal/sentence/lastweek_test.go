package sentence

import "testing"

// TestBroughtBackLongAgo hears of what was brought back whenever that was: it is there since.
func TestBroughtBackLongAgo(t *testing.T) {
	for _, said := range []string{"Last week we reinstalled the rack operator.", "We rolled back, and we have reinstalled the rack operator."} {
		if got := BroughtBack([]string{said}); len(got) != 1 || got[0].Thing != "rack operator" {
			t.Errorf("%q: %v", said, got)
		}
	}
}
