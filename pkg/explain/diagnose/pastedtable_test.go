package diagnose_test

import (
	"strings"
	"testing"
)

// TestWhyPastedHeadless reads the attachment of a volume from a row that a filter has left without its head, behind
// the description of the volume and before it, and takes no other volume's for it.
func TestWhyPastedHeadless(t *testing.T) {
	const volume = "$ kubectl describe pv pv-1\nName:            pv-1\nFinalizers:      [external-attacher/tape-example-org]\nStatus:          Terminating (lasts 6d11h)\nReclaim Policy:  Delete\nEvents:          <none>\n\n"
	const head, command, row = "NAME      ATTACHER           PV     NODE     ATTACHED   AGE\n", "$ kubectl get volumeattachment | grep pv-1\n", "csi-aaa   tape.example.org   pv-1   node-1   true       6d\n"
	const is, holder, says = "PersistentVolume pv-1: Undecided", "csi attacher", "1 VolumeAttachment names it: csi-aaa (to node node-1)"
	checkAll(t, map[string]pasted{
		"with its head": {text: volume + strings.Replace(command, " | grep pv-1", "", 1) + head + row, of: "pv-1", is: is, holder: holder, says: says},
		"behind it":     {text: volume + command + row, of: "pv-1", is: is, holder: holder, says: says},
		"before it":     {text: command + row + volume, of: "pv-1", is: is, holder: holder, says: says},
		"on its line":   {text: volume + strings.TrimSpace(command) + " " + row, of: "pv-1", is: is, holder: holder, says: says},
		"cut":           {text: volume + command + "csi-aaa   tape.exam\n", of: "pv-1", is: is, holder: holder, says: "1 VolumeAttachment names it: csi-aaa;", does: "read the node of VolumeAttachment csi-aaa and what fails at it", lacks: "to node"},
		"of another":    {text: volume + strings.ReplaceAll(command+row, "pv-1", "pv-2"), of: "pv-1", is: is, holder: holder, lacks: "names it: csi"},
	})
}

// TestWhyPastedAmiss quotes what the row of an object tells to be amiss where nobody else says how it is, and neither
// that all is well nor what is said of another one.
func TestWhyPastedAmiss(t *testing.T) {
	const end = "\n$ kubectl delete gears.zorg.io g1 -n shop\ngear.zorg.io \"g1\" deleted\n^C\nDeleting it hangs.\n"
	const list = "$ kubectl get gears.zorg.io -n shop\nNAME   MODE   READY     SYNCED   SUSPENDED   AGE\n"
	const row = "g1     Pull   Unknown   False    false       3d\n"
	const is = "Gear shop/g1: Stuck HolderUnknown"
	checkAll(t, map[string]pasted{
		"amiss":            {text: list + row + end, is: is, says: "its row says: MODE Pull, READY Unknown, SYNCED False"},
		"halted":           {text: list + "g1     Pull   True      True     true        3d\n" + end, is: is, says: "its row says: MODE Pull, READY True, SYNCED True, SUSPENDED true"},
		"well":             {text: list + "g1     Pull   True      True     false       3d\n" + end, is: is, lacks: "its row"},
		"of another":       {text: list + strings.Replace(row, "g1", "g2", 1) + end, is: is, lacks: "its row"},
		"of another kind":  {text: strings.Replace(list, "gears", "mills", 1) + row + end, is: is, lacks: "its row"},
		"its namespace":    {text: strings.Replace(list, "gears.zorg.io -n shop", "-n shop -o wide gear,mills", 1) + row + end, is: is, says: "its row says: MODE Pull"},
		"no namespace":     {text: strings.Replace(list, " -n shop", "", 1) + row + end, is: is, says: "its row says: MODE Pull"},
		"only called so":   {text: strings.Replace(list, "get gears.zorg.io -n shop", "get mills -n gears", 1) + row + end, is: is, lacks: "its row"},
		"named so":         {text: strings.Replace(list, "get gears.zorg.io", "get mills gear", 1) + row + end, is: is, lacks: "its row"},
		"piped":            {text: strings.Replace(list, "get gears.zorg.io -n shop", "get mills -n shop | grep gears", 1) + row + end, is: is, lacks: "its row"},
		"elsewhere":        {text: strings.Replace(list, "-n shop", "-n mall", 1) + row + end, is: is, lacks: "its row"},
		"of another group": {text: strings.Replace(list, "zorg.io", "mill.io", 1) + row + end, is: is, lacks: "its row"},
		"in another place": {text: strings.Replace(list, "get", "--context other get", 1) + row + end, is: is, lacks: "its row"},
	})
}

// TestWhyPastedOwnRow takes what a row says of the object that stands beside it for a word of that, and not what
// is said of another one, of another kind or in another namespace.
func TestWhyPastedOwnRow(t *testing.T) {
	const object = "However it stays:\n\n```\napiVersion: acme.test/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [acme.test/turns]\n```\n"
	row := func(namespace, name, says string) string {
		return "```\n" + namespace + "       " + name + "                  False   " + says + "               9d\n```\n"
	}
	const blocked = "Deletion in progress, but blocked. Please delete g2 to resume ..."
	checkAll(t, map[string]pasted{
		"its own":            {text: row("shop", "g1", blocked) + object, is: "Gear shop/g1: Stuck Blocked", says: "Please delete g2", does: "delete g2"},
		"of another":         {text: row("shop", "g3", blocked) + object, is: "Gear shop/g1: Undecided", lacks: "g2"},
		"elsewhere":          {text: row("mall", "g1", blocked) + object, is: "Gear shop/g1: Undecided", lacks: "g2"},
		"of another kind":    {text: "$ kubectl get racks -A\n" + row("shop", "g1", blocked) + object, is: "Gear shop/g1: Undecided", lacks: "g2"},
		"a row that is well": {text: row("shop", "g1", "Applied revision 12") + object, is: "Gear shop/g1: Undecided", lacks: "revision"},
	})
}

// TestWhyPastedTypeOfTable gives the object of a table the one group that is known to have its kind, and never one of
// several, or of a plain word; who speaks of it in its events tells who holds it.
func TestWhyPastedTypeOfTable(t *testing.T) {
	table := func(typ string) string {
		return "It cannot be deleted.\n\n$ kubectl get " + typ + "\n```\nNAME   READY   AGE\ns-1    false   14h\n```\n"
	}
	events := func(from string) string {
		return "\n```\nEvents:\n  Type     Reason   Age   From   Message\n  ----     ------   ----  ----   -------\n  Warning  Bent     54m   " + from + "   Failed to delete it: it is bent\n```\n"
	}
	const snapshot = "volumesnapshot"
	groups := map[string]string{
		snapshot: "snapshot.storage.k8s.io", "eventsources": "argoproj.io", "volumesnapshots.acme.test": "acme.test",
		"postgresclusters": "", "backups": "", "gearboxes": "",
	}
	for typ, want := range groups {
		if o := (pasted{text: table(typ)}.read(t)); o.Group != want || o.Name != "s-1" {
			t.Errorf("%s: %s %s of %q, want %q", typ, o.Kind, o.Name, o.Group, want)
		}
	}
	checkAll(t, map[string]pasted{
		"its speaker":          {text: table(snapshot) + events("snapshot-controller"), is: "VolumeSnapshot s-1: Stuck", holder: "snapshot controller", says: "it is bent"},
		"another one's":        {text: table(snapshot) + events("gear-controller"), is: "VolumeSnapshot s-1: Stuck", says: "it is bent"},
		"nobody speaks":        {text: table(snapshot), is: "VolumeSnapshot s-1: Stuck"},
		"of no known kind":     {text: table("gearboxes") + events("snapshot-controller"), is: "Gearbox s-1: Stuck", holder: "snapshot controller", says: "it is bent"},
		"two that may hold it": {text: table(snapshot) + events("snapshot-controller") + strings.Replace(events("csi-provisioner"), "Bent", "Torn", 1), is: "VolumeSnapshot s-1: Stuck"},
	})
}
