package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedAnswered tells what a person was refused as what that person was answered, and never as what
// the holder fails at; nor is what one object was refused for said of another.
func TestWhyPastedAnswered(t *testing.T) {
	const object = "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/turns]\n---\n"
	const denied = `admission webhook "w.acme.test" denied the request: a Rack must be installed before it`
	const replaced = "oc replace -f /tmp/g.yaml\nError from server (a Rack must be installed before it): error when replacing \"/tmp/g.yaml\": " + denied + "\n"
	const invalid = `error patching gear with finalizers: Gear.acme.test "g1" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"acme.test/x"}`
	const client, controller = "FATA[0010] rpc error: code = InvalidArgument desc = " + invalid + "\n", `{"level":"error","msg":"Reconciler error","controllerKind":"Gear","controllerGroup":"acme.test","name":"g1","namespace":"shop","error":`
	checkAll(t, map[string]pasted{
		"a replacement":               {text: object + replaced, is: "Gear shop/g1: Undecided", says: "answer to a command of a person", does: "do what webhook w.acme.test demands", lacks: "tries and fails"},
		"with its class":              {text: object + "$ kubectl edit gear g1\nError from server (Forbidden): gears.acme.test \"g1\" could not be patched: " + denied + "\n", is: "Gear shop/g1: Undecided", says: "answer to a command of a person", lacks: "tries and fails"},
		"by another client":           {text: client, is: "Gear g1: Undecided", says: "answer to a command of a person", lacks: "run a release"},
		"of something in a namespace": {text: "I tried `oc delete ns shop` (perpetual terminating)\nand to take the finalizer off the gear:\n" + replaced, is: "Namespace shop: ", holder: "namespace controller", lacks: "tries and fails"},
		"its controller is refused":   {text: controller + `"failed to update gear g1: admission webhook \"w.acme.test\" denied the request: a Rack must be installed before it"}` + "\n", is: "Gear shop/g1: Stuck Failing", says: "failed"},
		"its controller adds one":     {text: controller + `"Gear.acme.test \"g1\" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted"}` + "\n", is: "Gear shop/g1: Stuck Failing", does: "run a release"},
		"the server itself fails":     {text: object + "$ kubectl get gear g1\nError from server: conversion webhook for acme.test/v1, Kind=Gear failed: Post \"https://w.mill.svc:443/c\": service \"w\" not found\n", is: "Gear shop/g1: Stuck"},
		"nothing is refused":          {text: object + "$ kubectl replace -f /tmp/g.yaml\ngear.acme.test/g1 replaced\n", is: "Gear shop/g1: Undecided", lacks: "answer"},
	})
}

// TestWhyPastedSentence takes the line of an error for the reason, and no sentence beside it, whatever the
// object is called.
func TestWhyPastedSentence(t *testing.T) {
	text := func(name, fails string) string {
		return "On occasion GearBox gets stuck Pending Deletion with\n```\nDelete call failed: deleting GearBox " + name + fails + "\n```\n\nThe remediation is to remove its finalizers\n```\n\"acme.test/oil\"\n```\n"
	}
	const fails = " failed: Error 403: The caller does not have permission, forbidden"
	checkAll(t, map[string]pasted{
		"a name":             {text: text("my-box", fails), is: "GearBox my-box: Stuck Failing", finalizer: "acme.test/oil", says: "Error 403", does: "give the account"},
		"a word for one":     {text: text("<box>", fails), is: "GearBox NAME: Stuck Failing", finalizer: "acme.test/oil", says: "Error 403", does: "give the account"},
		"a person says so":   {text: "deleting GearBox my-box failed" + "\nbut my colleague says it failed\n", is: "GearBox my-box: ", lacks: "colleague"},
		"what was done":      {text: "deleting GearBox my-box\n- Installed the mill with these settings, which remain as they are.\n- It remains blocked for hours.\n", is: "Object NAME: ", lacks: "Installed"},
		"what is seen":       {text: "deleting GearBox my-box\nThe box will be left in the mill in a `Bent` state.\n", is: "Object NAME: ", lacks: "left in the mill"},
		"in a list":          {text: "deleting GearBox my-box\n- Failed to oil the box: the oil is gone\n", is: "Object NAME: ", says: "the oil is gone"},
		"nothing goes wrong": {text: strings.Replace(text("my-box", " goes on"), "Delete call failed: ", "", 1), is: "GearBox NAME: ", finalizer: "acme.test/oil", lacks: "tries and fails"},
	})
}

// TestWhyPastedToldGone tells in the words of a person that the controller is gone, or what is waited for, and
// proves nothing by them.
func TestWhyPastedToldGone(t *testing.T) {
	const object = "\n```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/turns]\n```\n"
	for said, told := range map[string]bool{
		"The gear operator has already been deleted together with the app, so that none is left.": true,
		"As always, the operator was uninstalled first.":                                          true,
		"However gear g2 was deleted successfully but the finalizer is still there.":              true,
		"If the operator was uninstalled first, this hangs.":                                      false,
		"The operator was not deleted successfully.":                                              false,
		"The gear was made by the operator.":                                                      false,
	} {
		h := holdOf(pasted{text: said + object}.read(t))
		found := false
		for _, e := range h.Evidence {
			if e.Source == "text written beside it" && e.Kind != "Besides" { // on which nothing rests
				found = e.Weak && strings.Contains(said, e.Words)
			}
		}
		if found != told || h.Verdict != "Undecided" {
			t.Errorf("%s: told %t, %s %s", said, found, h.Verdict, h.Message)
		}
	}
}
