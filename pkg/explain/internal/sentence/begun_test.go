package sentence

import "testing"

// TestBegun knows the words by which something was deleted already where it is, and is only kept for a while.
func TestBegun(t *testing.T) {
	for said, want := range map[string]bool{
		`code 400, {"message":"Instance is in pending_reclamation state. Use the API."}`: true,
		"cannot delete rod r-1: it is already scheduled for deletion":                    true,
		"InvalidRequest: the rod was scheduled for deletion on 2026-03-01":               true,
		"conflict: vault v1 is in a soft-deleted state":                                  true,
		"rod r-1 is in pending deletion state":                                           true,
		"rod r-1 is pending deletion":                                                    false,
		"the lifecycle state of the rack is DELETE_REQUESTED":                            true,
		"rod r-1 is not scheduled for deletion":                                          false,
		"cannot attach: key k-1 is scheduled for deletion":                               false,
		"unless it is scheduled for deletion":                                            false,
		"2 rods pending deletion":                                                        false,
		"waiting for the deletion of rod r-1":                                            false,
		"the pod was scheduled on a node":                                                false,
	} {
		if Begun(said) != want {
			t.Errorf("%q: %v", said, !want)
		}
	}
}
