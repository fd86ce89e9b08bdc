package sentence

import "testing"

// TestWithoutStories leaves out how things of a sort go on, and keeps what a program says that it waits for or fails at.
func TestWithoutStories(t *testing.T) {
	for text, kept := range map[string]bool{
		"Gears are always stuck":                                   false,
		"Deleting a `Gear` that has its finalizer never completes": false,
		"On such a mill, deleting a `Gear` never completes: it says \"waiting for the mill to turn\" again":        true,
		"Deleting a `Gear` never completes: the mill says \"failed to turn\"":                                      true,
		"A `Gear` that waits in a mill is then stuck forever, and the page about \"waiting\" does not help at all": false,
	} {
		if got := WithoutStories(text); (got == text) != kept {
			t.Errorf("%q: got %q, kept %t", text, got, kept)
		}
	}
}
