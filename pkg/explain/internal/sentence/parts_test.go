package sentence

import (
	"slices"
	"testing"
)

// TestErrors takes errors apart that were put together, and no list of anything else.
func TestErrors(t *testing.T) {
	for text, want := range map[string][]string{
		"[failed to delete gear g-1: in use, failed to delete rack r-9: permission denied]":              {"failed to delete gear g-1: in use", "failed to delete rack r-9: permission denied"},
		"finalizing: [unable to reach mill: timeout, gear g-1 cannot be deleted: forbidden]":             {"unable to reach mill: timeout", "gear g-1 cannot be deleted: forbidden"},
		"2 errors occurred:\n\t* failed to delete gear g-1: in use\n\t* error deleting rack r-9: no\n\n": {"failed to delete gear g-1: in use", "error deleting rack r-9: no"},
		"2 errors occurred: * failed to delete gear g-1: in use * error deleting rack r-9: no":           {"failed to delete gear g-1: in use", "error deleting rack r-9: no"},
		"failed to delete [gear g-1, rack r-9]":                                                          nil,
		"failed to delete gears [g-1, g-2], failed":                                                      nil,
		"[failed to delete gear g-1: in use, by rack r-9]":                                               nil,
		"failed to delete gear g-1: in use, failed to delete rack r-9":                                   nil,
		"1 error occurred: * failed to delete gear g-1":                                                  nil,
		"[pods, nodes]": nil,
		"":              nil,
	} {
		if got := Errors(text); !slices.Equal(got, want) {
			t.Errorf("Errors(%q) = %q, want %q", text, got, want)
		}
	}
}
