package spoken

import (
	"strings"
	"testing"
)

// TestLeftInside tells by sentences which kind keeps a namespace that goes, and takes no question, wish or denial for one.
func TestLeftInside(t *testing.T) {
	for text, want := range map[string]string{
		"The namespace deletion gets stuck due to the GearBox being stuck too.":                                      "GearBox",
		"The namespace hangs because a `Wheel` is not deleted.":                                                      "Wheel",
		"Our namespace is stuck in Terminating, waiting for the Gears still left.":                                   "Gears",
		"Gear CR gets stuck in deletion when the whole namespace is being deleted":                                   "Gear",
		"GearBox objects hang forever once their namespace is deleted.":                                              "GearBox",
		"If the namespace gets stuck due to the GearBox being stuck, what then?":                                     "",
		"Should the namespace hang because the GearBox is stuck?":                                                    "",
		"The namespace is stuck, not because GearBoxes remain but because an API is down.":                           "",
		"The namespace is stuck because the GearBoxes are left. Edit: the list of them, and of gearboxes, is empty.": "",
		"The namespace is stuck since ArgoCog objects are left, and since GearBox g-1 remains.":                      "",
		"The namespace does not hang.":                                                                               "",
		"Last year the namespace was stuck because a GearBox was stuck.":                                             "",
		"The namespace is stuck because of a bug in the GearBox operator.":                                           "",
		"The GearBox gets stuck when I delete it.":                                                                   "",
		"With v2 Gears no longer get stuck when the namespace is deleted.":                                           "",
		`{"level":"error","msg":"namespace hangs because a Wheel is not deleted"}`:                                   "",
	} {
		if got := strings.Join(LeftInside([]string{text}), " "); got != want {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
}
