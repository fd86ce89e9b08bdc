package spoken

import (
	"strings"
	"testing"
)

// Finalizers are those that stand alone below a sentence about them, or that one calls so.
func TestFinalizersIn(t *testing.T) {
	for text, want := range map[string]string{
		"Take off its finalizers\n\"acme.test/finalizer\"\n\"acme.test/defender\"":       "acme.test/finalizer acme.test/defender",
		"Its finalizers:\n\n- acme.test/finalizer\n* `acme.test/defender`":               "acme.test/finalizer acme.test/defender",
		"It has the finalizers `acme.test/a` and `acme.test/b`, and stays":               "acme.test/a acme.test/b",
		"The `acme.test/a` finalizer stays":                                              "acme.test/a",
		"Its labels:\n\"acme.test/finalizer\"":                                           "",
		"Its finalizers stay.\nSee the code:\ngithub.com/acme/gears\nacme.test/gear":     "",
		"Its finalizers are in\ngithub.com/gears":                                        "",
		"I removed the finalizers\n\"acme.test/finalizer\"":                              "",
		"The finalizer is not taken off as the label `acme.test/keep` stands":            "",
		"no new finalizers can be added if it is being deleted, finalizer `acme.test/a`": "",
		"All is well\n": "",
	} {
		if got := strings.Join(FinalizersIn(strings.Split(text, "\n")), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
