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
		"We certainly did not issue a delete command for the gearbox.": true,
		"Nobody deleted it, and yet it has a deletion timestamp.":      true,
		"I never requested the deletion of g-1.":                       true,
		"I accidentally deleted the GearBox.":                          true,
		"This GearBox was not supposed to be deleted.":                 true,
		"Is there a way to cancel the deletion?":                       true,
		"I want to get the gearbox back.":                              true,
		"Our pipeline has removed the gearbox by mistake.":             true,
		"The gearbox was deleted mistakenly by a pipeline.":            true,
		"Undo the delete":                                                             true,
		"How can I undo a GearBox delete?":                                            true,
		"I want to undo the gearbox delete.":                                          true,
		"We never deleted the gearbox operator.":                                      false,
		"I accidentally deleted the gearbox operator and its CRD.":                    false,
		"I accidentally deleted the gearbox role in IAM.":                             false,
		"The gearbox volume was accidentally deleted.":                                false,
		"We never deleted the g-1 bucket by the way; it has to go too.":               false,
		"I mistakenly deleted the gearbox g-2 as well.":                               false,
		"I never requested the deletion of g-2.":                                      false,
		"Nobody has deleted it successfully so far.":                                  false,
		"None of us ever removed it completely.":                                      false,
		"No one has deleted it from the cloud, so the motor still runs.":              false,
		"I did not do delete on the pods.":                                            false,
		"How to stop its deletion from hanging?":                                      false,
		"Has anyone an idea how to get it back to a deletable state?":                 false,
		"The deletion was on purpose. I have not deleted the gearbox mills.":          false,
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
	const definition = "helm accidentally deleted the CRD.\n\n```yaml\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: gearboxes.zorg.io\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [customresourcecleanup.apiextensions.k8s.io]\n" +
		"spec: {group: zorg.io, names: {kind: GearBox, plural: gearboxes}, scope: Namespaced}\n```\n"
	steps = holdOf(pasted{text: definition}.read(t)).Next
	if len(steps) < 2 || !strings.HasPrefix(steps[1].Text, "see which gearboxes there are") {
		t.Errorf("what only looks is right before it is known whether it may go: %+v", steps)
	}
}
