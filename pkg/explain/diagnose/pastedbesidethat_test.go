package diagnose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestWhyPastedDeletedToo warns of what kubectl has called deleted beside the object where its controller may need that.
func TestWhyPastedDeletedToo(t *testing.T) {
	const title = "Cannot delete GearBox object\n\n```\n$ kubectl get gearboxes.mill.zorg.io\nNAME    READY   AGE\nbox-1   True    3d\n```\n"
	const done = "I tried:\n```\nkubectl delete oil --all\noil.zorg.io \"default\" deleted\n```\nIt hangs forever.\n"
	const inShop = "Cannot delete GearBox object\n\n```\n$ kubectl get gearboxes.mill.zorg.io -n shop\nNAME    READY   AGE\nbox-1   True    3d\n```\n"
	const is, warns = "GearBox box-1: ", "oil.zorg.io default was deleted too"
	checkAll(t, map[string]pasted{
		"of its project":     {text: title + done, is: is, warns: warns},
		"a key":              {text: inShop + strings.Replace(done, "oil.zorg.io \"default\" deleted", "secret \"default\" deleted from shop namespace", 1), is: "GearBox shop/box-1: ", warns: "secret default was deleted too"},
		"a key elsewhere":    {text: inShop + strings.Replace(done, "oil.zorg.io \"default\" deleted", "secret \"default\" deleted from mill namespace", 1), is: "GearBox shop/box-1: ", warns: "-"},
		"a key of no place":  {text: title + strings.Replace(done, "oil.zorg.io", "secret", 1), is: is, warns: "-"},
		"on another cluster": {text: title + strings.Replace(done, "I tried:", "Last year on another cluster, of which this is no copy:", 1), is: is, warns: "-"},
		"of the same host":   {text: strings.Replace(title, "zorg.io", "github.io", 1) + strings.Replace(done, "oil.zorg.io", "oil.lube.github.io", 1), is: is, warns: "-"},
		"in a namespace":     {text: title + strings.Replace(done, "deleted", "deleted from shop namespace", 1), is: is, warns: warns},
		"that is back":       {text: title + done + "```\noil.zorg.io/default created\n```\n", is: is, warns: "-"},
		"of another project": {text: title + strings.Replace(done, "oil.zorg.io", "oil.other.org", 1), is: is, warns: "-"},
		"another of it":      {text: title + strings.Replace(done, "oil.zorg.io", "gearbox.mill.zorg.io", 1), is: "GearBox ", warns: "-"},
		"what is no key":     {text: title + strings.Replace(done, "oil.zorg.io", "pod", 1), is: is, warns: "-"},
		"a sentence":         {text: title + "The oil.zorg.io \"default\" deleted nothing.\nIt hangs forever.\n", is: "", warns: "-"},
	})
}

// TestWhyPastedUnavailable takes a table of APIServices for the reason why a namespace stays, where one is not available.
func TestWhyPastedUnavailable(t *testing.T) {
	const stuck = "Namespace `shop` stuck in Terminating\n\n```\n$ kubectl get ns shop\nNAME   STATUS        AGE\nshop   Terminating   3d\n```\n"
	const table = "```\n$ kubectl get apiservice\nNAME              SERVICE     AVAILABLE                 AGE\nv1.apps           Local       True                      300d\nv1.mill.zorg.io   oils/gear   False (ServiceNotFound)   3d\n```\n"
	const is, holder, says = "Namespace shop: Stuck DiscoveryFails", "namespace controller", "mill.zorg.io/v1 (ServiceNotFound)"
	const silent = "Namespace shop: Stuck Silent"
	const left = "status:\n  conditions:\n  - {type: NamespaceContentRemaining, status: \"True\", reason: SomeResourcesRemain, message: \"Some resources are remaining: gears.zorg.io has 1 resource instances\"}\n  - {type: NamespaceFinalizersRemaining, status: \"True\", reason: SomeFinalizersRemain, message: \"Some content in the namespace has finalizers remaining: zorg.io/oil in 1 resource instances\"}\n"
	many := func() (rows string) {
		for i := range 300 {
			rows += fmt.Sprintf("v1.mill%d.zorg.io   oils/gear   False (ServiceNotFound)   3d\n", i)
		}
		return rows
	}
	const finds = "status:\n  phase: Terminating\n  conditions:\n  - {type: NamespaceDeletionDiscoveryFailure, status: \"False\", reason: ResourcesDiscovered, message: All resources successfully discovered}\n"
	checkAll(t, map[string]pasted{
		"not there":        {text: stuck + table, is: is, holder: holder, says: says, does: "service gear in namespace oils"},
		"no endpoints":     {text: stuck + strings.Replace(table, "ServiceNotFound", "MissingEndpoints", 1), is: is, holder: holder, says: "MissingEndpoints"},
		"above":            {text: table + stuck, is: is, holder: holder, says: says},
		"it answers":       {text: stuck + strings.Replace(table, "False (ServiceNotFound)", "True                   ", 1), is: "Namespace shop: Stuck Silent", holder: holder, lacks: "mill"},
		"led to":           {text: stuck + "One API of ours does not answer:\n" + table, is: is, holder: holder, says: says},
		"another cluster":  {text: stuck + "On another cluster of mine it looked like this:\n" + table, is: silent, holder: holder, lacks: "mill"},
		"before":           {text: stuck + "After I fixed the gear it is True again. Before it was:\n" + table, is: silent, holder: holder, lacks: "mill"},
		"in the docs":      {text: stuck + "The documentation has this example:\n" + table, is: silent, holder: holder, lacks: "mill"},
		"so no longer":     {text: stuck + table + "\nThat was before the restart.\n", is: silent, holder: holder, lacks: "mill"},
		"True by now":      {text: stuck + table + "\nSince the restart it is True again.\n", is: silent, holder: holder, lacks: "mill"},
		"a long table":     {text: stuck + strings.Replace(table, "v1.mill.zorg.io   oils/gear   False (ServiceNotFound)   3d\n", strings.Repeat("v1.mill.zorg.io   oils/gear   False (ServiceNotFound)   3d\n", 200)+many(), 1), is: is, holder: holder, says: "at least 16 API groups"},
		"what is left":     {text: stuck + left + table, is: "Namespace shop: Stuck ContentRemains", holder: holder, says: "1 gears.zorg.io", lacks: "mill"},
		"it answers since": {text: stuck + table + strings.Replace(table, "False (ServiceNotFound)", "True                   ", 1), is: "Namespace shop: Stuck Silent", holder: holder, lacks: "mill"},
		"all is found":     {text: table + "```\n" + finds + "```\n", is: "Namespace NAME: Undecided", holder: holder, lacks: "mill"},
		"of a gear":        {text: strings.NewReplacer("Namespace `shop`", "Gear `shop`", "get ns", "get gears", "Terminating   3d", "Deleting      3d").Replace(stuck) + table, is: "Gear shop: ", lacks: "mill"},
	})
	for _, home := range []string{"oils/gear", "shop/gear"} {
		for _, step := range holdOf(pasted{text: stuck + strings.Replace(table, "oils/gear", home, 1)}.read(t)).Next {
			if step.Effect == explain.Deletes || strings.Contains(step.Text, "remove") {
				t.Errorf("a table alone leads to %s: %s", step.Text, step.Command)
			}
		}
	}
}

// TestWhyPastedNamespaceTold joins what a namespace says to be left in it with what a table shows there.
func TestWhyPastedNamespaceTold(t *testing.T) {
	const said = "The namespace will not go:\n\n* [SomeResourcesRemain] Some resources are remaining: gears.zorg.io has 1 resource instances\n* [SomeFinalizersRemain] Some content in the namespace has finalizers remaining: zorg.io/oil in 1 resource instances\n\n"
	const table = "```\n$ kubectl get gears.zorg.io -n shop\nNAME   PHASE      AGE\ng-1    Deleting   3d\ng-2    Ready      3d\n```\n"
	checkAll(t, map[string]pasted{
		"what is in it":       {text: said + table, of: "g-1", is: "Gear shop/g-1: ", finalizer: "zorg.io/oil"},
		"two finalizers":      {text: strings.Replace(said, "zorg.io/oil in", "zorg.io/tar in 1 resource instances, zorg.io/oil in", 1) + table, of: "g-1", is: "Gear shop/g-1: ", finalizer: "FINALIZER"},
		"more of them":        {text: strings.Replace(said, "oil in 1", "oil in 4", 1) + table, of: "g-1", is: "Gear shop/g-1: ", finalizer: "FINALIZER"},
		"and itself":          {text: said + table, of: "shop", is: "Namespace shop: Waiting ContentRemains", holder: "namespace controller"},
		"with an error":       {text: said + "level=error msg=\"failed to reach the mill: no route to host\"\n", is: "Namespace NAME: ", holder: "namespace controller", says: "zorg.io/oil (1)"},
		"of another one":      {text: strings.Replace(said, "The namespace", "The namespace `mill`", 1) + table, is: "Gear shop/g-1: ", finalizer: "FINALIZER"},
		"of one described":    {text: "$ kubectl describe ns mill\n" + said + table, is: "Gear shop/g-1: ", finalizer: "FINALIZER"},
		"what is only a line": {text: "The namespace hangs.\n\n* [SomeResourcesRemain] what is that?\n", is: "Namespace NAME: ", holder: "namespace controller", lacks: "SomeResourcesRemain"},
	})
}

// TestWhyPastedByHand warns of a finalizer that a namespace names and that no controller takes off by itself, and says of
// none other so.
func TestWhyPastedByHand(t *testing.T) {
	const said = "The namespace will not go:\n\n* [SomeFinalizersRemain] Some content in the namespace has finalizers remaining: FINALIZER in 1 resource instances\n"
	const warns = "no controller takes zorg-gears/keep off by itself"
	const is, holder = "Namespace NAME: Waiting ContentRemains", "namespace controller"
	with := func(finalizer string) string { return strings.Replace(said, "FINALIZER", finalizer, 1) }
	checkAll(t, map[string]pasted{
		"one":        {text: with("zorg-gears/keep"), is: is, holder: holder, known: listing(t), warns: warns, lacks: "see that it runs"},
		"one of two": {text: with("zorg.io/oil in 2 resource instances, zorg-gears/keep"), is: is, holder: holder, known: listing(t), warns: warns},
	})
	for _, finalizer := range []string{"zorg.io/oil", "zorg.io/tar", "zorg-gears/other"} {
		for _, w := range holdOf(pasted{text: with(finalizer), known: listing(t)}.read(t)).Warnings {
			if strings.Contains(w.Text, "no controller takes") {
				t.Errorf("of %s: %s", finalizer, w.Text)
			}
		}
	}
}
