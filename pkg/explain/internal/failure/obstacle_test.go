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
		"DELETE https://acme.io/v1/boxes/b-1 failed: StatusCode: 502 Body: Status: 422; Description: There are active shafts present, hence cannot delete box": "see which shafts ",
		"deletion refused: there are still 2 attached gears":                       "see which gears ",
		"cannot delete the mill, as there are bound gear shafts.":                  "see which gear shafts ",
		"deletion goes on: there are no active shafts":                             "",
		"cannot delete the mill: if there are existing gears they stay":            "",
		"cannot delete the mill: there are existing users":                         "",
		"there are active shafts in mill m-1":                                      "",
		"cannot delete the mill: there are remaining retries":                      "",
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
