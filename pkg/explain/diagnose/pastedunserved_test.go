package diagnose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedUnserved takes the controller of a kind for gone where a person was answered that the Service of its
// webhook is not there, and says what comes first; an answer to a person is no attempt of the holder, whosever webhook
// it is.
func TestWhyPastedUnserved(t *testing.T) {
	answered := func(service, path, why string) string {
		return "```\nkubectl delete gears.mill.acme.test g1 -n shop\ngear.mill.acme.test \"g1\" deleted\nkubectl annotate gears.mill.acme.test g1 a=b -n shop\nError from server (InternalError): Internal error occurred: failed calling webhook \"w.acme.test\": failed to call webhook: Post \"https://" + service + ".hall.svc:443" + path + "?timeout=5s\": " + why + "\n```\n"
	}
	const path, gone = "/mutate-mill-acme-test-v1-gear", `service "turner" not found`
	broken := strings.Replace(answered("turner", path, gone), `Post "https`, "Post \"\nhttps", 1)
	checkAll(t, map[string]pasted{
		"its own":              {text: answered("turner", path, gone), is: "Gear shop/g1: Stuck HolderMissing", says: "its controller seems gone: service turner in namespace hall", does: "run its controller again, in namespace hall", warns: "is asked about a removal by hand too"},
		"broken into lines":    {text: broken, is: "Gear shop/g1: Stuck HolderMissing", says: "its controller seems gone", does: "run its controller again"},
		"called after the API": {text: answered("mill-webhook", "/m", `service "mill-webhook" not found`), is: "Gear shop/g1: Stuck HolderMissing", says: "its controller seems gone"},
		"of another project":   {text: answered("turner", "/mutate", gone), is: "Gear shop/g1: Stuck Failing", says: "what somebody has asked of the API server was not done", lacks: "tries and fails"},
		"it is there":          {text: answered("turner", path, "context deadline exceeded"), is: "Gear shop/g1: Stuck Failing", lacks: "seems gone"},
		"another service":      {text: answered("turner", path, `service "miller" not found`), is: "Gear shop/g1: Stuck Failing", lacks: "seems gone"},
		"nothing is going":     {text: "apiVersion: mill.acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000001\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\n  finalizers:\n  - acme.test/gear\nspec:\n  teeth: 3\n", is: "Gear shop/g1: NotDeleting", lacks: "seems gone"},
	})
}

// TestWhyPastedServiceGone takes a Service for gone of which the API server says so in a condition, and no other.
func TestWhyPastedServiceGone(t *testing.T) {
	said := func(name string) string {
		return "```\n  - lastTransitionTime: \"2026-02-01T17:00:47Z\"\n    message: 'Failed to delete all resource types, 1 remaining: conversion webhook for acme.test/v1, Kind=Gear failed: Post \"https://turner.hall.svc:9443/convert?timeout=30s\": service \"" + name + "\" not found'\n    reason: ContentDeletionFailed\n    status: \"True\"\n    type: NamespaceDeletionContentFailure\n```\n"
	}
	const is = "Namespace NAME: Stuck"
	checkAll(t, map[string]pasted{
		"the one that is called": {text: said("turner"), is: is, holder: "namespace controller", says: "service turner in namespace hall does not exist", does: "bring back service turner in namespace hall"},
		"another":                {text: said("miller"), is: is, holder: "namespace controller", lacks: "does not exist"},
	})
	steps := holdOf(pasted{text: said("turner")}.read(t)).Next
	if !slices.ContainsFunc(steps, func(s explain.Step) bool {
		return strings.Contains(s.Text, "set spec.conversion.strategy of its definition to None")
	}) {
		t.Errorf("no way on where what converted it is gone for good: %v", steps)
	}
}
