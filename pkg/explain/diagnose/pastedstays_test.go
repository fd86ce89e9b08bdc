package diagnose_test

import "testing"

// TestWhyPastedStays judges the object of the kind of which a person says that its deletion hangs, of several that were applied:
// never another one, and none where that is asked, supposed, over or denied.
func TestWhyPastedStays(t *testing.T) {
	both := func(said, then string) string {
		return said + "\n\n```yaml\napiVersion: zorg.io/v1\nkind: Mill\nmetadata:\n  name: m1\nspec: {stones: 2}\n---\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\nspec: {mill: m1}\n```\n\n```\n$ kubectl get gears.zorg.io\nNAME   MILL   PHASE   READY\ng1     m1     Ready   True\n```\n\n" + then + "\n"
	}
	const gear, mill = "Gear g1: Stuck", "Mill m1: "
	checkAll(t, map[string]pasted{
		"by the deletion":     {text: both("When I delete the Mill and one of its Gears after that, deleting the Gear never ends.", "Delete the Mill, wait until it is gone"), is: gear, of: "g1"},
		"by the kind":         {text: both("Gear deletion hangs after I delete the Mill", ""), is: gear, of: "g1"},
		"by the kind's own":   {text: both("I delete the Mill.\nThe Gear's deletion gets stuck.", ""), is: gear, of: "g1"},
		"as a noun":           {text: both("I delete the Mill, and then the removal of the Gear never completes.", ""), is: gear, of: "g1"},
		"as it is now":        {text: both("I delete the Mill, and the Gear is stuck in deletion.", ""), is: gear, of: "g1"},
		"the other one":       {text: both("When I delete the Gear, deleting the Mill hangs.", ""), is: mill, of: "m1", does: "see which finalizers it has"},
		"as it was":           {text: both("When I delete the Mill, it takes a while. Last year deleting the Gear hung.", ""), is: mill, of: "m1", does: "see which finalizers it has"},
		"as it may be":        {text: both("When I delete the Mill, it stays. If deleting the Gear hangs, that would be a bug.", ""), is: mill, of: "m1", does: "see which finalizers it has"},
		"its end":             {text: both("When I delete the Mill, it stays. Deleting the Gear ends at once.", ""), is: mill, of: "m1", does: "see which finalizers it has"},
		"of another kind":     {text: both("When I delete the Mill, it stays. Deleting the Shaft never ends.", ""), is: mill, of: "m1", does: "see which finalizers it has"},
		"not what a command":  {text: both("The Gear was not deleted, only the Mill:\n\n$ kubectl delete mill m1", ""), is: "Mill m1: ", of: "m1", lacks: "it hangs", does: "see which finalizers it has"},
		"nor who has not":     {text: both("The Gear was not deleted by us, only the Mill is gone for good:", ""), lacks: "it hangs", of: "g1"},
		"one of two commands": {text: both("$ kubectl delete mill m1\n$ kubectl delete gear g1\n\nDeleting the Gear never ends.", ""), is: gear, of: "g1"},
		"a thing in the room": {text: both("When I delete the Mill, it stays. The Gear hangs on the wall.", ""), is: mill, of: "m1", does: "see which finalizers it has"},
	})
}
