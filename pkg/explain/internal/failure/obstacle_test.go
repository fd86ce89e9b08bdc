package failure

import (
	"strings"
	"testing"
)

// What has to go first is what is counted, neither its number nor what cannot be deleted.
func TestObstacles(t *testing.T) {
	for text, want := range map[string]string{
		"GearBox deletion failed: could not delete box due to 1 existing bindings": "see which bindings ",
		"cannot delete box due to 3 active gear bindings.":                         "see which gear bindings ",
		"failed to delete box b-1 because of existing shafts":                      "see which shafts ",
		"cannot remove the mill: it still has 4 gears":                             "see which gears ",
		"cannot remove the mill: it still has 4 associated gears in hall 2":        "see which gears ",
		"failed to delete the mill: in use by 2 shafts":                            "see which shafts ",
		"failed to delete box due to 3 existing errors":                            "",
		"failed to delete box due to 3 failed attempts":                            "",
		"failed to update box due to 3 existing bindings":                          "",
		"failed to delete the mill: in use by shaft s-1":                           "end this use of it: shaft s-1",
		"failed to delete the mill, which has 2 existing gears and 1 active shaft": "",
	} {
		m, got := Of(text), ""
		if m != nil {
			got, _ = m.Advice(text, "")
		}
		if want == "" && m != nil && m.Name == "others have to go first" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s", text, got)
		}
	}
}
