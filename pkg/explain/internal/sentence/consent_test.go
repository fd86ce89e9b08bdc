package sentence

import "testing"

// TestOfPerson knows where words ask a person, and where only a program, or nobody.
func TestOfPerson(t *testing.T) {
	for text, want := range map[string]string{
		"an administrator has to confirm the deletion of 3 racks": "an administrator has to confirm the deletion of 3 racks",
		"waiting for approval by the platform team":               "waiting for approval by the platform team",
		"rack r1 holds 3 gears; requires manual confirmation":     "requires manual confirmation",
		"somebody has to empty the bucket by hand":                "somebody has to empty the bucket by hand",
		"pending sign off":                                                   "pending sign off",
		"awaiting manual sign-off":                                           "awaiting manual sign-off",
		"user confirmation needed before the gear is wiped":                  "user confirmation needed before the gear is wiped",
		"approval of the release is still missing":                           "approval of the release is still missing",
		"the deletion has not been approved yet":                             "the deletion has not been approved yet",
		"the deletion must be explicitly confirmed":                          "the deletion must be explicitly confirmed",
		"waiting for the owner to confirm":                                   "waiting for the owner to confirm",
		"3 racks are kept; waiting for the data owner to approve the wipe":   "waiting for the data owner to approve the wipe",
		"on hold until the owner of rack r1 has signed off":                  "on hold until the owner of rack r1 has signed off",
		"waiting for the node to confirm the unmount":                        "",
		"waiting for the owner to release it":                                "",
		"not waiting for the owner to confirm":                               "",
		"confirmation required":                                              "confirmation required",
		"the on-call engineer must unlock the rack: no approval is required": "",
		"waiting for approval from the rack-controller":                      "",
		"waiting for confirmation from the server":                           "",
		"no approval is required":                                            "",
		"the rack does not need approval":                                    "",
		"approval was given":                                                 "",
		"deleted once somebody has approved it":                              "",
		"owner must be deleted first":                                        "",
		"the user has to be removed first":                                   "",
		"must be confirmed by the provider":                                  "",
		"waiting for 3 gears to stop":                                        "",
	} {
		if got := OfPerson(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
