package dump

import (
	"strings"
	"testing"
)

// TestKindInMessages takes the kind of a status that was copied alone from its conditions, where they say of the one
// kind that its deletion fails.
func TestKindInMessages(t *testing.T) {
	spelled := func(word string) (group, kind string) {
		for _, kind := range []string{"GearBox", "WheelBox"} {
			if strings.EqualFold(word, kind) {
				return "zorg.io", kind
			}
		}
		return "", ""
	}
	const one = "It hangs:\n```\nstatus:\n  conditions:\n  - {type: Ready, status: \"False\", message: \"WORDS\"}\n  - {type: Synced, status: \"False\", message: \"OTHER\"}\n```\n"
	for name, tt := range map[string]struct{ words, other, want string }{
		"one":              {"GearBox deletion failed: the shaft is bent", "", "GearBox"},
		"twice":            {"GearBox deletion failed: the shaft is bent", "GearBox deletion failed: it is bent", "GearBox"},
		"two":              {"GearBox deletion failed: the shaft is bent", "WheelBox deletion failed: it is bent", "Object"},
		"one of nobody's":  {"ShaftBox deletion failed: the shaft is bent", "", "Object"},
		"of no deletion":   {"GearBox creation failed: the shaft is bent", "", "Object"},
		"of another thing": {"waiting until GearBox deletion failed", "", "Object"},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.NewReplacer("WORDS", tt.words, "OTHER", tt.other).Replace(one)
			d, err := About{Hangs: true, Spelled: spelled}.Read(t.Context(), strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if got := soleOf(t, d).GetKind(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestKindBySmallWord takes the kind of what hangs by a person's word for it, and not where a longer kind is spelled that
// begins with it.
func TestKindBySmallWord(t *testing.T) {
	spelled := func(word string) (group, kind string) {
		if strings.EqualFold(word, "GearBox") {
			return "zorg.io", "GearBox"
		}
		if strings.EqualFold(word, "Mill") {
			return "", "Mill"
		}
		return "", ""
	}
	grouped := func(kind string, lines []string) string {
		if kind == "Mill" && strings.Contains(strings.Join(lines, " "), "gearer") {
			return "zorg.io"
		}
		return ""
	}
	const logged = "```\n{\"level\":\"error\",\"ts\":1600856582.45,\"msg\":\"cannot delete it: the shaft is bent\"}\n```\n"
	for name, tt := range map[string]struct{ text, want string }{
		"its word":               {"The gearbox gets stuck deleting:\n", "GearBox"},
		"spelled too":            {"I delete the GearBox and the GearboxAnchor. The gearbox gets stuck deleting:\n", "GearBox"},
		"a longer one":           {"I delete the GearboxAnchor. The gearbox gets stuck deleting:\n", "Object"},
		"one that nobody knows":  {"I tried to delete a ShaftBox in both cases.\n", "ShaftBox"},
		"a word of nobody":       {"I tried to delete a shaftbox in both cases.\n", "Object"},
		"that it cannot go":      {"[gearer] Gearbox whose wheel is gone can no longer be deleted\n", "GearBox"},
		"that it is not to be":   {"Undeletable GearBox when its wheel is gone\n", "GearBox"},
		"that it was not":        {"GearBox object left over\n", "GearBox"},
		"a title of nobody's":    {"ShaftBox that has no wheel won't delete\n", "ShaftBox"},
		"who has what stays":     {"ShaftBox users can't be deleted\n", "Object"},
		"one of Kubernetes":      {"Namespace can't be deleted\n", "Namespace"},
		"an app of a kind":       {"GearBox app can't be deleted\n", "Object"},
		"after something":        {"After a GearBox is made the wheel can't be deleted\n", "Object"},
		"a plain word":           {"Wheel can't be removed when its name is wrong\n", "Object"},
		"a plain word of one":    {"Mill can't be removed when its name is wrong, on gearer v2\n", "Mill"},
		"a plain word of some":   {"Mill can't be removed when its name is wrong\n", "Object"},
		"called an object":       {"Mill objects can't be removed when their name is wrong\n", "Mill"},
		"another kind is longer": {"I delete the ShaftAnchor. The gearbox gets stuck deleting:\n", "GearBox"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true, Spelled: spelled, Grouped: grouped}.Read(t.Context(), strings.NewReader(tt.text+logged))
			if err != nil {
				t.Fatal(err)
			}
			if got := soleOf(t, d).GetKind(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
