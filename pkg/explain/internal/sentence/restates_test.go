package sentence

import "testing"

// TestRestates tells what only says that a deletion was asked for from what says what is left to
// do, and from what names something else that goes.
func TestRestates(t *testing.T) {
	for text, want := range map[string]bool{
		"Node is deleting or marked for deletion": true,
		"Resource is being deleted":               true,
		"Stopping container gears":                true,
		"Killing":                                 true,
		"Deleting node n1":                        true,
		"Deletion in progress":                    true,
		"Cannot disrupt Node: state node is marked for deletion":           true,
		"skipping sync because it is being deleted":                        true,
		"Cannot disrupt Node: pod a blocks that":                           false,
		`Gear "g1" is being deleted`:                                       false,
		"Gear g1 is being deleted":                                         false,
		"Deleting remaining gears of the shaft":                            false,
		"Deleting node n1 because its machine is not there":                false,
		"Node is deleting, and waits for 3 pods to be evicted":             false,
		"Gear is deleted only when its teeth are":                          false,
		"cannot delete it: the gear is marked for deletion by another one": false,
	} {
		if Restates(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}
