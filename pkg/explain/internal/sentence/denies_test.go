package sentence

import (
	"strings"
	"testing"
)

// TestUndenied takes out what a sentence denies, and no trouble that is made of a "not".
func TestUndenied(t *testing.T) {
	for text, want := range map[string]string{
		"There is no failing webhook and no policy denied anything.":   "There is and",
		"No errors in the log of the operator":                         "",
		"It is not in use by any pod.":                                 "It is",
		"The operator does not say that it failed to delete it.":       "The operator does",
		"I don't see any errors, but the gear is stuck":                "I but the gear is stuck",
		"It is not blocked, it waits for rack r-1":                     "It is it waits for rack r-1",
		"The gear isn't waiting for the rack":                          "The gear",
		"The log doesn't show any error":                               "The log",
		"No pods use it":                                               "",
		"It is no longer in use":                                       "It is",
		"It waits no longer than 5m, then fails":                       "=",
		"It fails not only for the webhook":                            "=",
		"No errors except: failed to reach the rack":                   "=",
		"The gear could not be deleted, error 42":                      "=",
		"The secret creds was not found in the failed rack":            "=",
		"No endpoints available for the failing webhook":               "=",
		"There is no response from the webhook that failed":            "=",
		"It was not deleted because the rack failed":                   "=",
		"It does not have permission: denied":                          "=",
		"It is not ready: error":                                       "=",
		"The gear does not find the rack and fails":                    "=",
		"The rack still holds it":                                      "=",
		"The webhook is not able to answer and blocks it":              "=",
		"No volume of the pods of this namespace is here so it failed": "=",
		"": "=",
	} {
		got := strings.TrimSpace(Undenied(text))
		if want == "=" {
			want = text
		}
		if got != want {
			t.Errorf("Undenied(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestWithoutDenials keeps what tells something beside what is denied.
func TestWithoutDenials(t *testing.T) {
	fails := func(said string) bool { return strings.Contains(said, "fail") || strings.Contains(said, "cannot") }
	for text, want := range map[string]string{
		"No webhook fails. The rack fails.":                                    "The rack fails.",
		"No webhook fails, but the rack does fail.":                            "No webhook fails, but the rack does fail.",
		"No webhook fails.":                                                    "",
		"The gear is blue. The rack cannot be found":                           "The gear is blue. The rack cannot be found",
		"It was blocked on the pod which was already deleted":                  "",
		"It waits for the rack that no longer exists":                          "",
		"It waits for the rack, and the pod was already deleted":               "It waits for the rack, and the pod was already deleted",
		"It is blocked, as it failed to find the pod which is already deleted": "It is blocked, as it failed to find the pod which is already deleted",
	} {
		if got := WithoutDenials(text, fails); got != want {
			t.Errorf("WithoutDenials(%q) = %q, want %q", text, got, want)
		}
	}
}
