package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedUnwanted has it found out first who asked for a deletion which nobody wanted, as a person writes: never where
// that is asked, supposed, told of another thing, or where only the way is denied.
func TestWhyPastedUnwanted(t *testing.T) {
	gear := func(said string) string {
		return said + "\n\n```yaml\napiVersion: zorg.io/v1\nkind: GearBox\nmetadata:\n  name: g-1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/finalizer]\n" +
			"status: {conditions: [{type: Released, status: \"False\", reason: DeleteFailed, lastTransitionTime: \"2026-02-01T10:10:00Z\", message: 'bucket oil-7 is not empty'}]}\n```\n"
	}
	const is, who = "GearBox shop/g-1: Stuck Failing", ": it is not wanted, by what is written beside it"
	all := map[string]pasted{}
	for said, told := range map[string]bool{
		"We certainly did not issue a delete command for the gearbox.":                true,
		"Nobody deleted it, and yet it has a deletion timestamp.":                     true,
		"I never requested the deletion of g-1.":                                      true,
		"I accidentally deleted the GearBox.":                                         true,
		"This GearBox was not supposed to be deleted.":                                true,
		"Is there a way to cancel the deletion?":                                      true,
		"I want to get the gearbox back.":                                             true,
		"Our pipeline has removed the gearbox by mistake.":                            true,
		"We did not delete the bucket, only the gearbox.":                             false,
		"I accidentally deleted the operator, and now the gearbox hangs.":             false,
		"If nobody deleted it, that would be a bug.":                                  false,
		"We did not delete the gearbox but the mill above it.":                        false,
		"I did not delete the finalizer.":                                             false,
		"We did not delete it with force.":                                            false,
		"I want to get the operator back.":                                            false,
		"We deleted the gearbox, and it hangs.":                                       false,
		"Nobody has deleted the Secret.":                                              false,
		"I have not deleted it yet in production, as in staging it hangs for a week.": false,
		"It did not delete the gearbox.":                                              false,
	} {
		all[said] = pasted{text: gear(said), is: is, lacks: who}
		if told {
			all[said] = pasted{text: gear(said), is: is, does: who}
		}
	}
	checkAll(t, all)
	steps := holdOf(pasted{text: gear("Nobody deleted it.")}.read(t)).Next
	if len(steps) < 2 || !strings.HasPrefix(steps[1].Text, "only if it may really go, empty bucket oil-7") {
		t.Errorf("what has it go through is not right only where it may go: %+v", steps)
	}
}
