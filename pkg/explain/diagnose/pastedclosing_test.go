package diagnose_test

import "testing"

// TestWhyPastedClosing does what the holder asks for in its last sentence, which stands before what is done against what it
// says is in the way, and names nobody who holds on to something by hand.
func TestWhyPastedClosing(t *testing.T) {
	gear := func(marks, status string) string {
		return "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  generation: 2\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/turns]\n" + marks + status
	}
	said := func(message string) string {
		return "status:\n  conditions: [{type: Deleted, status: \"False\", reason: DeletionFailed, message: \"" + message + "\", lastTransitionTime: \"2026-02-01T10:00:05Z\"}]\n"
	}
	waits := func(message string) string {
		return gear("", "status:\n  conditions: [{type: Draining, status: \"True\", reason: Draining, message: \""+message+"\", lastTransitionTime: \"2026-02-01T10:00:05Z\"}]\n")
	}
	const why = "gate 4 is locked by hand with key K-12; turn it to AUTO on site"
	checkAll(t, map[string]pasted{
		"in a condition":    {text: gear("", said(why)), is: "Gear shop/g1: Stuck Failing", says: why, does: "do what it asks for: \"" + why + "\""},
		"by annotations":    {text: gear("  annotations: {zorg.io/teardown-state: blocked, zorg.io/teardown-detail: \""+why+"\"}\n", ""), is: "Gear shop/g1: ", says: why, does: "turn it to AUTO on site"},
		"that takes data":   {text: gear("", said("the drum still holds 14 items; empty the drum first")), is: "Gear shop/g1: ", does: "if that may go with all that it keeps", lacks: "do what it asks for: "},
		"by whom":           {text: gear("", said("gate 4 is locked by crew-7")), is: "Gear shop/g1: Stuck Failing", does: "have crew-7 let go of gate 4"},
		"by hand":           {text: gear("", said("gate 4 is locked by hand")), is: "Gear shop/g1: Stuck Failing", lacks: "the hand let go"},
		"while it waits":    {text: waits("the shaft is still turning, 2 left. Reset the counter for progress."), is: "Gear shop/g1: Waiting", lacks: "do what it asks for"},
		"to let it end":     {text: waits("the shaft is still turning. Let it finish."), is: "Gear shop/g1: Waiting", lacks: "do what it asks for"},
		"to replace it":     {text: gear("", said("the pool is locked. Replace the pool with a new one.")), is: "Gear shop/g1: Stuck Failing", lacks: "do what it asks for: "},
		"that takes much":   {text: gear("", said("the shaft must catch up. Unlock all turns and discard its log.")), is: "Gear shop/g1: Stuck Failing", does: "if that may go with all that it keeps", lacks: "do what it asks for: "},
		"to switch it off":  {text: gear("", said("the gate has no key. Turn the relay off.")), is: "Gear shop/g1: Stuck Failing", does: "if that may go with all that it keeps"},
		"of what guards it": {text: gear("", said("the gear is protected. Turn the protection off or delete it.")), is: "Gear shop/g1: Stuck Failing", does: "if it may really go", lacks: "do what it asks for: "},
		"to take down":      {text: gear("", said("the shop is blocked. Take the node down and wipe it.")), is: "Gear shop/g1: Stuck Failing", lacks: "do what it asks for: "},
		"to strip it":       {text: gear("", said("gate 4 is locked by crew-7; remove the finalizer to go on")), is: "Gear shop/g1: Stuck Failing", lacks: "do what it asks for"},
	})
}
