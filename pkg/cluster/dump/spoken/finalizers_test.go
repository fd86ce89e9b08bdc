package spoken

import (
	"strings"
	"testing"
)

// Finalizers are those that stand alone below a sentence about them, or that one calls so.
func TestFinalizersIn(t *testing.T) {
	for text, want := range map[string]string{
		"Take off its finalizers\n\"acme.test/finalizer\"\n\"acme.test/defender\"":        "acme.test/finalizer acme.test/defender",
		"Its finalizers:\n\n- acme.test/finalizer\n* `acme.test/defender`":                "acme.test/finalizer acme.test/defender",
		"It has the finalizers `acme.test/a` and `acme.test/b`, and stays":                "acme.test/a acme.test/b",
		"The `acme.test/a` finalizer stays":                                               "acme.test/a",
		"Its labels:\n\"acme.test/finalizer\"":                                            "",
		"Its finalizers stay.\nSee the code:\ngithub.com/acme/gears\nacme.test/gear":      "",
		"Its finalizers are in\ngithub.com/gears":                                         "",
		"I removed the finalizers\n\"acme.test/finalizer\"":                               "",
		"The finalizer is not taken off as the label `acme.test/keep` stands":             "",
		"no new finalizers can be added if it is being deleted, finalizer `acme.test/a`":  "",
		"Take off the finalizer (acme.test/a), and it goes. But the wheel is not removed": "acme.test/a",
		"The finalizer (acme.test/a) was removed. It stays":                               "",
		"It has a finalizer. It was removed (acme.test/a)":                                "",
		"All is well\n": "",
	} {
		if got := strings.Join(FinalizersIn(strings.Split(text, "\n")), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Whose a finalizer is that stands in a sentence about one of several objects, nothing tells.
func TestFinalizerOfAnother(t *testing.T) {
	for line, want := range map[string]string{
		"The PVC `data-0` is stuck Terminating. The pod `web-0` has metadata.finalizers [foo.io/bar] and is fine.": "",
		"The PVC `data-0` is stuck Terminating. It has metadata.finalizers [foo.io/bar].":                          "foo.io/bar",
	} {
		if got := FinalizersIn([]string{line}); strings.Join(got, " ") != want {
			t.Errorf("%s: %q", line, got)
		}
		if got := FinalizerIn([]string{line}); got != "" && got != want {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// What hangs by itself, did so before, or is a number, is not what is asked about.
func TestHangingNot(t *testing.T) {
	kinds := func(word string) (apiVersion, kind string) {
		if strings.EqualFold(word, "gear") {
			return "zorg.io/v1", "Gear"
		}
		return "", ""
	}
	for line, want := range map[string]string{
		"gear g-2 is stuck terminating":                                          "g-2",
		"Yesterday gear g-2 got stuck but recovered. Today it cannot be deleted": "",
		"gear g-2 isn't hanging. The namespace is stuck in Terminating.":         "",
		"gear g-2 hangs since morning; also our claim stays Terminating":         "",
		"On gear v1.29 deleting a namespace hangs forever":                       "",
	} {
		if of, _ := Hanging([]string{line}, kinds); of.Name != want {
			t.Errorf("%s: %q", line, of.Name)
		}
	}
}
