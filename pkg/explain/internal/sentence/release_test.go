package sentence

import "testing"

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
