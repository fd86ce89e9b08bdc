package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedRequestGone mends no field of a request that is refused over what is gone, and has it looked for first whether
// anything is left: never where that is asked, planned, told of another thing or of what its controller works by.
func TestWhyPastedRequestGone(t *testing.T) {
	gear := func(said, spec, message string) string {
		return said + "\n\n```yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/finalizer]\nspec: {" + spec + "}\n" +
			"status: {conditions: [{type: Released, status: \"False\", reason: DeleteFailed, lastTransitionTime: \"2026-02-01T10:10:00Z\", message: '" + message + "'}]}\n```\n"
	}
	const refused = "revoking failed: Error 400: Unknown driver name: mill-driver-7, invalid"
	const is, look, mend, gone = "Gear shop/g1: Stuck Failing", "look, where it is kept, whether anything is left of what g1 stands for: its request names mill-driver-7", "see what it asks for that is refused as wrong", "mill-driver-7 is gone"
	const described = "Gear cannot be deleted\n\n```\nSpec:\n  Entity:  a\nStatus:\n  Conditions:\n    Last Transition Time:  2026-02-01T10:10:00Z\n    Message:               Delete call failed: Error 400: Unknown driver name: mill-driver-7, invalid\n    Reason:                DeleteFailed\n    Status:                False\n    Type:                  Ready\n  Id:                      g1/a\n```\n"
	all := map[string]pasted{
		"below what was described": {text: described + "The wheel `mill-driver-7` was deleted already. That leaves the Gear without use.\n", is: "Object NAME: Stuck Failing", says: gone},
		"a field below that":       {text: described + "Message: the wheel `mill-driver-7` was deleted already.\n", is: "Object NAME: Stuck Failing", lacks: gone},
		"a question below that":    {text: described + "Has the wheel mill-driver-7 been deleted already, or why does it fail?\n", is: "Object NAME: Stuck Failing", lacks: gone},
		"of its account":           {text: gear("The Secret mill-driver-7 was deleted already.", "credentialsRef: {name: mill-driver-7}", refused), is: is, lacks: "whether anything is left of what g1 stands for: its request"},
		"of a program":             {text: gear("The mill-driver-7 operator was deleted already.", "", refused), is: is, lacks: "whether anything is left of what g1 stands for: its request"},
	}
	for said, told := range map[string]bool{
		"The Wheel `mill-driver-7` was deleted already.":                      true,
		"Meanwhile the wheel mill-driver-7 no longer exists.":                 true,
		"It hangs. The wheel mill-driver-7 was removed first.":                true,
		"Was the wheel mill-driver-7 deleted already?":                        false,
		"If the wheel mill-driver-7 was deleted, that would be a bug.":        false,
		"The wheel mill-driver-8 was deleted already.":                        false,
		"The wheel mill-driver-7 was not deleted.":                            false,
		"The wheel mill-driver-7 was deleted. I have re-created it since.":    false,
		"The wheel should be deleted before this one, I would like to think.": false,
	} {
		all[said] = pasted{text: gear(said, "", refused), is: is, does: mend, lacks: gone}
		if told {
			all[said] = pasted{text: gear(said, "", refused), is: is, does: look, says: gone}
		}
	}
	checkAll(t, all)
}

// TestWhyPastedNoName has it looked for what an object stands for where that was called by what a failed template leaves,
// which a server refuses: where it is refused for something else, or has a name, a field is to be mended.
func TestWhyPastedNoName(t *testing.T) {
	gear := func(name, refused string) string {
		return "```yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/finalizer]\nspec: {resourceID: \"" + name + "\"}\n" +
			"status: {conditions: [{type: Released, status: \"False\", reason: DeleteFailed, lastTransitionTime: \"2026-02-01T10:10:00Z\", message: 'deleting gears/" + name + " failed: Error 400: " + refused + "'}]}\n```\n"
	}
	const is, look, mend = "Gear shop/g1: Stuck Failing", "look, where it is kept, whether anything is left of what g1 stands for: \"", "see what it asks for that is refused as wrong"
	checkAll(t, map[string]pasted{
		"a map":         {text: gear("map[create:true name:]", "Bad Request, InvalidGear"), is: is, does: look},
		"a variable":    {text: gear("gear-{{ .name }}", "Bad Request, InvalidGear"), is: is, does: look},
		"blanks":        {text: gear("Team of the mill", "Bad Request, InvalidGear"), is: is, does: mend, lacks: "is no name"},
		"it may be old": {text: strings.Replace(gear("gear-{{ .name }}", "Bad Request, InvalidGear"), ", lastTransitionTime: \"2026-02-01T10:10:00Z\"", "", 1), is: "Gear shop/g1: Undecided", does: look},
		"a name":        {text: gear("gear-of-the-mill", "Bad Request, InvalidGear"), is: is, does: mend, lacks: "is no name"},
		"another fault": {text: gear("map[create:true name:]", "quota exceeded, timed out"), is: is, lacks: "is no name"},
	})
}

// TestWhyPastedEndedOnly has it looked for what an object stands for where a failure tells only how a command ended and a
// person that nothing is left of it.
func TestWhyPastedEndedOnly(t *testing.T) {
	gear := func(said, ended string) string {
		return said + "\n\n```\n2026-02-01 10:04:02.019100 E | ceph-block-pool-controller: failed to reconcile CephBlockPool \"mill/gears\". failed to list what is in it: " + ended + "\n```\n"
	}
	const is, holder, look, prints = "CephBlockPool mill/gears: Stuck Failing", "rook ceph", "look, where it is kept, whether what gears stands for is there at all", "see what the command has printed"
	const ended = "exit status 2"
	checkAll(t, map[string]pasted{
		"its pool is gone":   {text: gear("Removing a CephBlockPool whose related pool is already removed fails.", ended), is: is, holder: holder, does: look},
		"it does not exist":  {text: gear("CephBlockPool gears cannot be deleted. The pool does not exist any more.", ended), is: is, holder: holder, does: look},
		"nobody says so":     {text: gear("CephBlockPool gears cannot be deleted.", ended), is: is, holder: holder, does: prints},
		"it is asked":        {text: gear("CephBlockPool gears cannot be deleted. Is the pool already removed?", ended), is: is, holder: holder, does: prints},
		"it is supposed":     {text: gear("CephBlockPool gears cannot be deleted. If the pool is already removed, it should go.", ended), is: is, holder: holder, does: prints},
		"its words say more": {text: gear("CephBlockPool gears cannot be deleted. The pool does not exist any more.", "permission denied"), is: is, holder: holder, lacks: "whether what gears stands for is there at all"},
	})
}
