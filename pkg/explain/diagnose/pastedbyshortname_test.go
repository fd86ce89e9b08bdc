package diagnose_test

import "testing"

// TestWhyPastedByShortName takes what was applied for what a command has deleted that calls its kind by a short name, or all
// of its kind: never for one of another kind, of another namespace, or that nobody has typed.
func TestWhyPastedByShortName(t *testing.T) {
	applied := func(command string) string {
		return "Gearbox resources hang when the mill is down\n\n```\nkubectl apply -f - <<EOF\napiVersion: zorg.io/v1\nkind: GearBox\nmetadata:\n  name: g1\n  namespace: shop\nspec:\n  teeth: 12\nEOF\n```\n\n```console\n" + command + "\n```\n"
	}
	const is = "GearBox shop/g1: Stuck HolderUnknown"
	checkAll(t, map[string]pasted{
		"all by the short name":      {text: applied("$ kubectl delete gb -nshop --all"), is: is},
		"one by the short name":      {text: applied("$ kubectl delete gb g1 -n shop"), is: is},
		"all by the kind":            {text: applied("$ kubectl delete gearboxes --all -n shop"), is: is},
		"the short name of another":  {text: applied("$ kubectl delete gwb --all -n shop"), is: ""},
		"a kind of Kubernetes' own":  {text: applied("$ kubectl delete po --all -n shop"), is: ""},
		"another namespace":          {text: applied("$ kubectl delete gb --all -n mill"), is: ""},
		"those of a label":           {text: applied("$ kubectl delete gb -l app=mill -n shop"), is: ""},
		"one of another kind":        {text: applied("$ kubectl delete gear g1 -n shop"), is: ""},
		"another of the short name":  {text: applied("$ kubectl delete gb g2 -n shop"), is: ""},
		"which is no more than told": {text: applied("see kubectl delete gb --all -n shop"), is: ""},
	})
}

// TestWhyPastedUnnamedFailure hears the failure of a deletion that names nothing beside a line of the same log that names
// the object and tells of no failure: not what fails at something else, and not beside a failure that names it.
func TestWhyPastedUnnamedFailure(t *testing.T) {
	gear := func(lines string) string {
		return "```yaml\napiVersion: zorg.io/v1\nkind: GearBox\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/turns]\n```\n\nThe operator prints:\n\n```\n" + lines + "\n```\n"
	}
	const deleting, failed = "2026-02-01T10:03:58.991589Z\tinfo\tinstaller\tDeleting GearBox g1\n", "2026-02-01T10:03:58.996037Z\terror\tinstaller\t"
	const unnamed = "Failed to delete resources with helm reconciler: unable to find any wheels"
	checkAll(t, map[string]pasted{
		"a deletion":             {text: gear(deleting + failed + unnamed), is: "GearBox shop/g1: Undecided Failing", says: "unable to find any wheels"},
		"something else":         {text: gear(deleting + failed + "Failed to reach the mill: no route"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "no route"},
		"one that names it":      {text: gear(deleting + failed + "Failed to delete GearBox g1: it is welded on\n" + failed + unnamed), is: "GearBox shop/g1: Stuck Failing", says: "welded on", lacks: "any wheels"},
		"what was typed":         {text: gear(deleting + "error: kubectl attach failed for g1: cannot delete gearbox g1: no route"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "no route"},
		"typed elsewhere":        {text: gear(deleting + "error: kubectl --context mill failed for g1: cannot delete gearbox g1: no route"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "no route"},
		"of another":             {text: gear(deleting + failed + "Failed to delete GearBox g2: unable to find any wheels"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "any wheels"},
		"of another by a word":   {text: gear(deleting + failed + "Failed to delete GearBox billing: unable to find any wheels"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "any wheels"},
		"that needs emptying":    {text: gear(deleting + failed + "Failed to delete GearBox billing: bucket billing-prod is not empty"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "empty"},
		"its own, of data":       {text: gear(deleting + failed + "Failed to delete the wheels: bucket wheels-prod is not empty"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "empty"},
		"of another in quotes":   {text: gear(deleting + failed + "failed to delete gearbox \"gtwo\": access denied"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "denied"},
		"of another kind":        {text: gear(deleting + failed + "Failed to delete Gear gtwo: access denied"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "denied"},
		"a part of another":      {text: gear(deleting + failed + "Failed to delete bucket of a gear: access denied"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "denied"},
		"a part of its kind":     {text: gear(deleting + failed + "Failed to delete gearbox resources: unable to find any wheels"), is: "GearBox shop/g1: Undecided Failing", says: "unable to find any wheels"},
		"of another by its path": {text: gear(deleting + failed + "Error syncing the GearBox shop/g2: unable to find any wheels"), is: "GearBox shop/g1: Undecided HolderUnknown", lacks: "any wheels"},
		"nothing fails at all":   {text: gear(deleting), is: "GearBox shop/g1: Undecided HolderUnknown"},
	})
}
