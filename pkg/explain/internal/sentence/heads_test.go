package sentence

import "testing"

// TestHeads takes a line that ends in a colon for a heading, unless it is an error that was cut there.
func TestHeads(t *testing.T) {
	for sentence, want := range map[string]bool{
		`failed to clear it: admission webhook "w.acme.test" denied the request: no updates are allowed:`: false,
		`Gear.acme.test "g1" is invalid: spec.rack: Forbidden:`:                                           false,
		`level=error msg="cannot delete the shaft":`:                                                      false,
		`"error":"deleting the shaft: it turns":`:                                                         false,
		`failed to delete the shaft: it turns:`:                                                           false,
		`failed to delete the shaft:`:                                                                     true,
		`it failed to delete the shaft: the controller logs the following error:`:                         true,
		`the clear fails with the below error:`:                                                           true,
		`it cannot be deleted since the upgrade: see this:`:                                               true,
		`failed to delete the shaft: it turns`:                                                            false,
		`it is gone:`:                                                                                     true,
	} {
		if got := Heads(sentence); got != want {
			t.Errorf("%s: %v, want %v", sentence, got, want)
		}
	}
}
