package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedWishGone does not send anybody to delete what is gone by what a person writes, and has the one finalizer taken
// off that is called after that, once it is certain. What is asked, wished, denied, brought back or told of something else
// changes nothing.
func TestWhyPastedWishGone(t *testing.T) {
	gear := func(said, message, finalizers string) string {
		return said + "\n\n```yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [" + finalizers + "]\n" +
			"status: {conditions: [{type: Ready, status: \"False\", reason: Deleting, lastTransitionTime: \"2026-02-01T10:10:00Z\", message: '" + message + "'}]}\n```\n"
	}
	const (
		asks   = "Deletion is blocked. Please delete rod-7 to resume"
		marked = "zorg.io/finalizer, zorg.io/kept-by.rod-7"
		sure   = "make sure that rod-7 is gone"
		is     = "Gear shop/g1: "
		gone   = "The rod rod-7 was deleted successfully."
	)
	all := map[string]pasted{
		"nothing is told": {text: gear("It hangs.", asks, marked), is: is, does: "do what it asks for, if that may go", lacks: "rod-7 is gone"},
		"another wish":    {text: gear(gone, "Deletion is blocked. Please delete rod-8 to resume", marked), is: is, does: "do what it asks for, if that may go", lacks: "rod-7 is gone, by what"},
	}
	for said, told := range map[string]bool{
		"The rod rod-7 was deleted successfully, and g1 stays.": true,
		"But rod-7 is already gone.":                            true,
		"We removed rod-7 last week.":                           true,
		"rod-7 no longer exists.":                               true,
		"Should rod-7 be deleted?":                              false,
		"I want to see that rod-7 is removed.":                  false,
		"rod-7 was not deleted.":                                false,
		"rod-8 was deleted successfully.":                       false,
		"rod-7 was deleted. Since then it was recreated.":       false,
		"It would help if rod-7 was deleted.":                   false,
	} {
		all[said] = pasted{text: gear(said, asks, marked), is: is, does: "do what it asks for, if that may go", lacks: "rod-7 is gone, by what"}
		if told {
			all[said] = pasted{text: gear(said, asks, marked), is: is, says: "nobody can answer that", does: sure}
		}
	}
	checkAll(t, all)
	for finalizers, want := range map[string]string{
		marked:              "take just zorg.io/kept-by.rod-7 off and keep the others",
		"zorg.io/finalizer": "look again: change something on g1 that means nothing",
		"zorg.io/finalizer, zorg.io/kept-by.big-rod-7": "look again: change something on g1 that means nothing",
	} {
		p := pasted{text: gear(gone, asks, finalizers)}
		if steps := p.read(t).Holds[0].Next; len(steps) < 2 || !strings.Contains(steps[1].Text, want) || !steps[1].After {
			t.Errorf("%s: %+v, want %q second", finalizers, steps, want)
		}
	}
}
