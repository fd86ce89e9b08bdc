package dump

import (
	"strings"
	"testing"
)

// TestKindByShortName takes the kind that people mean by a word that is short for it where they type it to kubectl, and
// not where it is a word of prose, one of Kubernetes' own, or has a group.
func TestKindByShortName(t *testing.T) {
	typed := func(word string, _ []string) (group, kind string) {
		if word == "gbx" || word == "po" {
			return "zorg.io", "GearBox"
		}
		return "", ""
	}
	const line = "`kubectl TYPED` hangs.\n```\nE0301 12:00:00.000000       1 gear.go:1] failed to delete it: bent\n```\n"
	for typedIn, want := range map[string]string{
		"delete gbx g1 -n shop":          "zorg.io GearBox",
		"delete gbx/g1 -n shop":          "zorg.io GearBox",
		"delete GBX g1":                  "zorg.io GearBox",
		"delete po g1":                   " Pod",
		"delete gbx.brak.dev.io g1":      "brak.dev.io Gbx",
		"delete gbq g1":                  " Gbq",
		"delete gears gbx -n shop":       " Gear",
		"-n gbx delete gears.zorg.io g1": "zorg.io Gear",
	} {
		d, err := About{Hangs: true, Typed: typed}.Read(t.Context(), strings.NewReader(strings.Replace(line, "TYPED", typedIn, 1)))
		if err != nil {
			t.Fatal(err)
		}
		got := soleOf(t, d)
		if is := got.GroupVersionKind().Group + " " + got.GetKind(); is != want {
			t.Errorf("%s: %s, want %s", typedIn, is, want)
		}
	}
}
