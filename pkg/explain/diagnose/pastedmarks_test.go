package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedMarks presumes the finalizer that objects of any kind have by what the catalogue knows these by: a
// field, the name of a controller, the reason of an event.
func TestWhyPastedMarks(t *testing.T) {
	gear := func(spec, list string) string {
		return "apiVersion: gears.acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n" + list + "spec:\n  " + spec + ": {teeth: 7}\n"
	}
	event := func(reason string) string {
		return "The gear is stuck in deletion.\n\n$ kubectl get events -n shop\nLAST SEEN   TYPE      REASON   OBJECT    MESSAGE\n3m          Warning   " + reason + "   gear/g1   failed to delete the gear: it is bent\n"
	}
	const line = "The gear is never deleted.\n\n2026-02-01T10:00:02Z\tDEBUG\tprovider-gears\tCannot delete external resource\t{\"controller\": \"managed/gears.acme.test/v1, kind=gear\", \"request\": {\"name\":\"g1\"}, \"error\": \"it is bent\"}\n"
	const managed, claim, holder = "finalizer.managedresource.crossplane.io", "finalizer.apiextensions.crossplane.io", "crossplane provider"
	checkAll(t, map[string]pasted{
		"a field":            {text: gear("forProvider", ""), is: "Gear g1: Undecided", holder: holder, finalizer: managed, does: "see whether crossplane provider runs, and if so what its log says of g1", then: "if it runs nowhere, install the crossplane provider that serves "},
		"a field of another": {text: gear("compositeDeletePolicy", ""), is: "Gear g1: Undecided", holder: "crossplane", finalizer: claim},
		"no such field":      {text: gear("forEverybody", ""), is: "Gear g1: Undecided", lacks: "crossplane"},
		"its own finalizer":  {text: gear("forProvider", "  finalizers: [gears.acme.test/turns]\n"), is: "Gear g1: Undecided", finalizer: "gears.acme.test/turns"},
		"that stays":         {text: strings.Replace(gear("forProvider", ""), "deletionTimestamp", "creationTimestamp", 1), is: "Gear g1: ", lacks: "has to take it off"},
		"its controller":     {text: line, is: "Gear g1: Stuck Failing", holder: holder, finalizer: managed},
		"another controller": {text: strings.ReplaceAll(line, "managed/", "tended/"), is: "Object NAME: ", lacks: "crossplane"},
		"a reason":           {text: event("CannotDeleteExternalResource"), is: "Gear shop/g1: Stuck Failing", holder: holder, finalizer: managed},
		"another reason":     {text: event("CannotDeleteShaft"), is: "Gear shop/g1: Stuck Failing", lacks: "crossplane"},
	})
}

// TestWhyPastedTwin does not take what a log says of an object for a word of one of another kind that is called the same.
func TestWhyPastedTwin(t *testing.T) {
	beside := func(table, group, kind string) string {
		return "Deleting it hangs.\n\n$ kubectl get " + table + "\nNAME   PHASE      AGE\ndemo   Deleting   3d\n\nIts log:\n2026-02-01T10:00:02Z\tERROR\tReconciler error\t{\"reconciler group\": \"" + group + "\", \"reconciler kind\": \"" + kind + "\", \"name\": \"demo\", \"namespace\": \"shop\", \"error\": \"cannot delete the vpc: it is bent\"}\n"
	}
	const group = "infrastructure.cluster.x-k8s.io"
	checkAll(t, map[string]pasted{
		"for a platform": {text: beside("clusters", group, "AWSCluster"), is: "AWSCluster shop/demo: Stuck Failing", holder: "cluster-api aws", says: "cannot delete the vpc: it is bent"},
		"the same kind":  {text: beside("awsclusters", group, "AWSCluster"), is: "AWSCluster demo: Stuck Failing", holder: "cluster-api aws", says: "cluster-api aws failed"},
		"of nobody's":    {text: beside("gears.acme.test", "acme.test", "Gear"), is: "Gear ", says: "its holder failed"},
	})
}

// TestWhyPastedLogBehind reads the lines of a log right behind an object, also where YAML would take one for a field
// of it, and gives them the year in which the object was asked to go, or the next.
func TestWhyPastedLogBehind(t *testing.T) {
	gear := func(behind string) string {
		return "apiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2022-03-05T11:00:00Z\"\n  finalizers: [acme.test/turns]\n" + behind
	}
	const fails = ` 12:00:01.000000       1 controller.go:326] "Reconciler error" err="failed to finalize: the shaft is bent" controllerKind="Gear" Gear="shop/g1"` + "\n"
	const is, says = "Gear shop/g1: Stuck Failing", "failed to finalize: the shaft is bent\" (on "
	checkAll(t, map[string]pasted{
		"of that year":  {text: gear("\nE0305" + fails), is: is, says: says + "2022-03-05"},
		"of the next":   {text: gear("\nE0104" + fails), is: is, says: says + "2023-01-04"},
		"with no blank": {text: gear("E0305" + fails), is: is, says: says + "2022-03-05"},
		"a field":       {text: gear("status:\n  failed: {to: \"12:00:01\"}\n"), is: "Gear shop/g1: Undecided", lacks: "failed"},
	})
}
