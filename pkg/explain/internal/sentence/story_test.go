package sentence

import (
	"strings"
	"testing"
)

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

// TestHangs finds where a person has seen a deletion hang, and not where that is only supposed, not always so, or of something else.
func TestHangs(t *testing.T) {
	for text, want := range map[string]string{
		"The mill has been stuck in Terminating for three days.":                               "The mill has been stuck in Terminating for three days",
		"## [Bug] Mill cannot be deleted":                                                      "Mill cannot be deleted",
		"- Some mills are marked for deletion, but stuck in this state for hours:":             "Some mills are marked for deletion, but stuck in this state for hours",
		"If I try to delete it hangs and never finishes":                                       "If I try to delete it hangs and never finishes",
		"I am deleting a mill. It is not being deleted. It has been deleting for over 2 hours": "It has been deleting for over 2 hours",
		"Mills are not deleting after the upgrade":                                             "Mills are not deleting after the upgrade",
		"The finalizer is never removed":                                                       "The finalizer is never removed",
		"If a mill is stuck in Terminating, delete it with force":                              "",
		"Sometimes a mill cannot be deleted":                                                   "",
		"The mill was stuck in Terminating, which is fixed":                                    "",
		"The mill is no longer stuck in Terminating":                                           "",
		"The mill is not deleted until all gears are gone":                                     "",
		"The mill hangs for hours, on every single try":                                        "The mill hangs for hours, on every single try",
		"The mill is stuck in Pending":                                                         "",
		"The upgrade hangs":                                                                    "",
		"The pod is stuck in ContainerCreating":                                                "",
		"After the old one was removed, the new pod is stuck in ContainerCreating":             "",
		"The mill may hang for hours when it is deleted":                                       "",
		"A deleted mill is kept for 2 days":                                                    "",
		`level=error msg="mill cannot be deleted"`:                                             "",
	} {
		if got := Hangs([]string{text}, func(said string) bool { return strings.Contains(said, "mill") }); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
