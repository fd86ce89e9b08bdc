package sentence

import (
	"strings"
	"testing"
)

// TestRelease finds the sentence by which a release mends something, and none by which one did not or began it.
func TestRelease(t *testing.T) {
	for text, want := range map[string]string{
		"It hangs. This was fixed in v1.4.2. Thanks.":                   "This was fixed in v1.4.2",
		"This should be fixed in version 1.4.2-rc.1":                    "This should be fixed in version 1.4.2-rc.1",
		"The fix is included in release 2.0.":                           "The fix is included in release 2.0",
		"Please upgrade to v1.4.2 or newer.":                            "Please upgrade to v1.4.2 or newer",
		"Known bug, you can update the operator to 1.4.2":               "Known bug, you can update the operator to 1.4.2",
		"Upgrade to 1.4.2.":                                             "Upgrade to 1.4.2",
		"It is not fixed in v1.4.2.":                                    "",
		"After the upgrade to v1.4.2 it hangs.":                         "",
		"I still see it although it was fixed in v1.4.2.":               "",
		"Is it fixed in v1.4.2?":                                        "",
		"We tried to upgrade to v1.4.2.":                                "",
		"I want to upgrade to v1.4.2, and the old release hangs since.": "",
		"We run v1.4.2.":                                                "",
		"The gear was fixed in place.":                                  "",
	} {
		if got := Release(text); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// TestReverted finds the sentence by which an older release is well, and none by which that may be, or was not.
func TestReverted(t *testing.T) {
	for text, want := range map[string]string{
		"After the upgrade it hangs. Reverting back to 3.6 (zorg.io/gear:v3.6) resolves this.": "Reverting back to 3.6 (zorg.io/gear:v3.6) resolves this",
		"We downgraded the operator to v1.4.2 which fixed it.":                                 "We downgraded the operator to v1.4.2 which fixed it",
		"Downgrading the operator to v1.4.2 fixed it.":                                         "Downgrading the operator to v1.4.2 fixed it",
		"It works again after rolling back to version 1.4.2.":                                  "It works again after rolling back to version 1.4.2",
		"I went back to 1.4.2 and all gears are gone.":                                         "I went back to 1.4.2 and all gears are gone",
		"Deletion works again after rolling back the rack to 1.4.2.":                           "Deletion works again after rolling back the rack to 1.4.2",
		"Rolling back the rack to 14.2 fixed it.":                                              "",
		"Rolling back the gear to 14.2 fixed the login page.":                                  "",
		"After downgrading to 1.6.8 new gears work.":                                           "",
		"We reverted the gear to 1.19 and the rack works.":                                     "",
		"We went back to v1.4.2 and upgrade works fine, deleting hangs since then.":            "",
		"Our pipeline works and rolled back to 3.4.5 yesterday.":                               "",
		"Rolling back to 1.2.3 helps nobody.":                                                  "",
		"Rolling back to 1.2.3 fixed it, since then we use it.":                                "",
		"Reverting to 3.6 does not help.":                                                      "",
		"Would reverting to 3.6 help?":                                                         "",
		"I hope that rolling back to 3.6 works.":                                               "",
		"We rolled back to 3.6, restarting the gear helped.":                                   "",
		"Upgrading to 3.6 fixed it.":                                                           "",
		"Rolled back to 3.6 and it still hangs, nothing works.":                                "",
		"Somebody says that reverting to 3.6 fixes it.":                                        "",
	} {
		if got := Reverted(text, func(words string) bool { return !strings.Contains(words, "rack") }); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
