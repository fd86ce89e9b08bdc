package diagnose_test

import "testing"

// TestWhyPastedClient takes what kubectl, helm or terraform print of their own wait for no failure of the holder.
func TestWhyPastedClient(t *testing.T) {
	const gear = "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/release]\n"
	const asked = "$ kubectl delete gear g1 -n shop\ngear.acme.test \"g1\" deleted\n"
	const controller = "E0201 10:12:00.000000       1 gear.go:12] failed to delete gear shop/g1: timed out waiting for the condition\n"
	checkAll(t, map[string]pasted{
		"kubectl":      {text: asked + "error: timed out waiting for the condition\n\n" + gear, is: "Gear shop/g1: Undecided", lacks: "timed out"},
		"its watch":    {text: asked + "error: An error occurred while waiting for the object to be deleted: an error on the server (\"unable to decode an event from the watch stream: INTERNAL_ERROR\")\n\n" + gear, is: "Gear shop/g1: Undecided", lacks: "INTERNAL_ERROR"},
		"helm":         {text: "Error: uninstallation completed with 1 error(s): context deadline exceeded\n\n" + gear, is: "Gear shop/g1: Undecided", lacks: "deadline"},
		"a controller": {text: asked + controller + "\n" + gear, is: "Gear shop/g1: Stuck Failing", says: "timed out waiting"},
		"both":         {text: asked + "error: timed out waiting for the condition\n" + controller + "\n" + gear, is: "Gear shop/g1: Stuck Failing", says: "failed to delete gear"},
	})
}
