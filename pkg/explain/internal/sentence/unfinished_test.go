package sentence

import "testing"

func TestUnfinished(t *testing.T) {
	for words, want := range map[string]bool{
		"continue to destroy the gear: gear deletion isn't completed.": true,
		"gear g1 deletion is in progress":                              true,
		"deletion of gear g1 still in progress, requeuing in 10s":      true,
		"gear g1 not yet deleted":                                      true,
		"the gear has not been deleted yet":                            true,
		"gear g1 is still being deleted; will retry":                   true,
		"deletion not completed, requeue":                              true,
		"destroy job is not finished":                                  true,
		"deletion is not completed: AccessDenied: no right":            false,
		"deletion is in progress, but the gear is locked":              false,
		"the deletion is not permitted":                                false,
		"another operation is in progress":                             false,
		"gear g1 is not deleted":                                       false,
		"deletion completed":                                           false,
		"the gear is deleted":                                          false,
	} {
		if got := Unfinished(words); got != want {
			t.Errorf("%q: %v", words, got)
		}
	}
}
