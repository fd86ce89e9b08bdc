package diagnose_test

import "testing"

// TestWhyPastedApart reads what was torn out of what is around it: a condition alone, a row of an event without its age, a
// line of a log without its head, a finalizer in a sentence that goes on about something else, a word above what was copied.
func TestWhyPastedApart(t *testing.T) {
	const hangs = "My gear g1 of zorg.io is stuck in Terminating.\n"
	condition := func(typ, status, message string) string {
		return "The namespace stays in the terminating phase forever. This is what it has:\n\n```\n{\n        \"lastTransitionTime\": \"2026-02-01T08:01:20Z\",\n        \"message\": \"" + message + "\",\n        \"reason\": \"ContentDeletionFailed\",\n        \"status\": \"" + status + "\",\n        \"type\": \"" + typ + "\"\n    }\n```\n1. Create a namespace `shop`\n"
	}
	const failed = `Failed to delete all resource types, 1 remaining: conversion webhook for zorg.io/v1, Kind=Gear failed: Post https://gear-webhook.mill.svc:443/convert?timeout=30s: service \"gear-webhook\" not found`
	event := func(row string) string {
		return "The gear is not removed when we remove its mill first\n\nError\n```\n" + row + "\n```\nI have tried it twice.\n"
	}
	manifest := func(prose, log string) string {
		return prose + "\n```\n" + log + "\n```\nDeploy this:\n```\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\nspec:\n  teeth: 7\n```\n"
	}
	const klogr = "controllers/gear \"msg\"=\"Reconciler error\" \"error\"=\"deleting the wheel w-7: DELETE https://mill.example.com/w-7\nRESPONSE 400: 400 Bad Request"
	checkAll(t, map[string]pasted{
		"a condition alone":              {text: condition("NamespaceDeletionContentFailure", "True", failed), is: "Namespace shop: Stuck ContentUnlistable", holder: "namespace controller", says: "service gear-webhook in namespace mill does not exist", does: "bring back service gear-webhook in namespace mill"},
		"a condition that is so no more": {text: condition("NamespaceDeletionContentFailure", "False", "All content successfully deleted"), is: "Namespace shop: Stuck Silent", holder: "namespace controller", lacks: "gear-webhook"},
		"a condition of another sort":    {text: condition("Rolling", "True", "it rolls"), lacks: "namespace controller says"},
		"a row without its age":          {text: event(`Warning   Stalled     gear/g1      Unable to delete the wheel: mill "m-7" not found`), is: "Gear g1: Stuck Failing", says: `mill "m-7" not found`, lacks: `says no more than "Error"`},
		"a sentence and no row":          {text: event(`Warning: the gear/g1 will not stop`), lacks: `says no more than "Error"`},
		"a word above it":                {text: hangs + "\nError\n```\nkubectl delete gear g1\n```\n", is: "Gear g1: Stuck HolderUnknown", lacks: `"Error"`},
		"a line without its head":        {text: manifest("A gear with a wrong name becomes undeletable", klogr), is: "Gear shop/g1: Undecided Failing", says: "deleting the wheel w-7", lacks: "look whether it runs anywhere"},
		"what is undeletable by design":  {text: manifest("Wheels are undeletable by design, and this gear turns", klogr), lacks: "deleting the wheel"},
	})
}

// TestWhyPastedInSentence takes a finalizer that a sentence names, whatever the next one tells.
func TestWhyPastedInSentence(t *testing.T) {
	table := func(said string) string {
		return "Deleting gears leaves them terminating\n\n```\n$ kubectl get gears.zorg.io -A\nNAMESPACE   NAME   STATUS\nshop        g1     Terminating\nshop        g2     Terminating\n```\n\n" + said + "\n"
	}
	checkAll(t, map[string]pasted{
		"in brackets":       {text: table("If I edit the gear and take out the finalizer (zorg.io/oil), it goes. But the wheel is not removed from the mill."), finalizer: "zorg.io/oil", of: "g1"},
		"that is taken off": {text: table("The finalizer (zorg.io/oil) was removed. But the gear stays."), lacks: "zorg.io/oil", of: "g1"},
		"of a repository":   {text: table("The finalizer (github.com/zorg/oil) is explained there."), lacks: "github.com/zorg", of: "g1"},
	})
}
