package diagnose_test

import "testing"

// TestWhyPastedTried warns of what was done already where a person or a command tells so: that force takes no finalizer off,
// that definitions ask every object of theirs to go, and what a namespace leaves that was ended past its controller.
func TestWhyPastedTried(t *testing.T) {
	const gear = "\n```yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [zorg.io/teardown]\n```\n"
	const space = "\n```yaml\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\nspec:\n  finalizers: [kubernetes]\nstatus:\n  phase: Terminating\n```\n"
	const is, isSpace, space0 = "Gear shop/g1: ", "Namespace shop: ", "namespace controller"
	const force, kinds, past, spec = "takes no finalizer off: that ends a grace period", "asks each object", "it was cleared by hand", "changes nothing, as the API server"
	checkAll(t, map[string]pasted{
		"force does not help":         {text: "A forced delete (--force) does not remove it either.\n" + gear, is: is, warns: force},
		"with no effect":              {text: "I used --grace-period=0 --force as well, with no effect.\n" + gear, is: is, warns: force},
		"force-deleting the gear":     {text: "Force deleting the gear didn't help.\n" + gear, is: is, warns: force},
		"it did help":                 {text: "With --force it goes at once.\n" + gear, is: is, warns: "-"},
		"a question about force":      {text: "Does --force not remove it?\n" + gear, is: is, warns: "-"},
		"force of another":            {text: "Force deleting the racks did not help.\n" + gear, is: is, warns: "-"},
		"force, and then":             {text: "I deleted the gear with --force, but it is still there.\n" + gear, is: is, warns: force},
		"by its name":                 {text: "Deleting g1 with --force did not work.\n" + gear, is: is, warns: force},
		"nothing helps":               {text: "We tried with --force and --grace-period=0, and nothing happens.\n" + gear, is: is, warns: force},
		"the pump was":                {text: "The pump was deleted with --force and its node did not change.\n" + gear, is: is, warns: "-"},
		"another hangs":               {text: "I deleted the gear with --force, the pump is still there.\n" + gear, is: is, warns: "-"},
		"on a pump":                   {text: "--force on pump p7 did not help.\n" + gear, is: is, warns: "-"},
		"pumps went so":               {text: "Pumps were deleted with --force, which did not help.\n" + gear, is: is, warns: "-"},
		"for pods only":               {text: "Force deletion works for pods, the quota does not let more in.\n" + gear, is: is, warns: "-"},
		"of what is told later":       {text: "I deleted it with --force at noon, the shop was closed, and the phone did not work.\n" + gear, is: is, warns: "-"},
		"in general":                  {text: "In general --force does not help.\n" + gear, is: is, warns: "-"},
		"no force was used":           {text: "I have not used --force, it is still stuck.\n" + gear, is: is, warns: "-"},
		"a wish for force":            {text: "It would be nice if --force did not fail.\n" + gear, is: is, warns: "-"},
		"definitions by a pipe":       {text: "```\nkubectl get crd -o name | grep zorg.io | xargs kubectl delete\n```\n" + gear, is: is, warns: `of all kinds that have "zorg.io" in their names`},
		"definitions of all":          {text: "```\nkubectl delete crd --all\n```\n" + gear, is: is, warns: kinds},
		"the definition of its kind":  {text: "```\n$ kubectl delete crd gears.zorg.io racks.zorg.io\n```\n" + gear, is: is, warns: "the definition of its kind"},
		"the definition of another":   {text: "```\n$ kubectl delete crd racks.zorg.io\n```\n" + gear, is: is, warns: "-"},
		"definitions are only listed": {text: "```\nkubectl get crd -o name | grep zorg.io\n```\n" + gear, is: is, warns: "-"},
		"pods by a pipe":              {text: "```\nkubectl get pods -o name | grep zorg | xargs kubectl delete\n```\n" + gear, is: is, warns: "-"},
		"a dry run":                   {text: "```\nkubectl delete crd --all --dry-run=client\n```\n" + gear, is: is, warns: "-"},
		"cleared by a link":           {text: "I could clear it out by way of https://forum.test/q/1/namespace-stuck-as-terminating\n" + space, is: isSpace, holder: space0, warns: past},
		"deleted by finalize":         {text: "We finally removed the namespace with /finalize\n" + space, is: isSpace, holder: space0, warns: past},
		"by curl":                     {text: "```\ncurl -k -X PUT --data-binary @ns.json http://127.0.0.1:8001/api/v1/namespaces/shop/finalize\n```\n" + space, is: isSpace, holder: space0, warns: "finalize was tried already"},
		"two in one line":             {text: "```\n$ kubectl delete crd racks.zorg.io && kubectl delete crd gears.zorg.io\n```\n" + gear, is: is, warns: "the definition of its kind"},
		"all of them in a list":       {text: "```\nkubectl delete crd $(kubectl get crd -o name | grep zorg)\n```\n" + gear, is: is, warns: `of all kinds that have "zorg" in their names`},
		"all but others":              {text: "```\nkubectl get crd -o name | grep -vE 'mill' | xargs kubectl delete\n```\n" + gear, is: is, warns: "the definitions of many kinds"},
		"it was forced":               {text: "I ran this:\n```\n$ kubectl delete gear g1 -n shop --force\n```\n" + gear, is: is, warns: force},
		"forced at a prompt":          {text: "```\nme@mill ~ $ kubectl delete gear g1 --force\n```\n" + gear, is: is, warns: force},
		"cleared by its name":         {text: "I removed namespace `shop` by using /finalize\n" + space, is: isSpace, holder: space0, warns: past},
		"by raw replacement":          {text: "```\nkubectl get ns shop -o json | kubectl replace --raw \"/api/v1/namespaces/$NS/finalize\" -f -\n```\n" + space, is: isSpace, holder: space0, warns: "finalize was tried already"},
		"its spec is patched":         {text: "```\nkubectl patch ns shop -p '{\"spec\":{\"finalizers\":[]}}' --type=merge\n```\n" + space, is: isSpace, holder: space0, warns: spec},
	})
	for name, text := range map[string]string{
		"others are listed":            "```\nkubectl get crd -o name | grep mill | xargs kubectl delete\n```\n" + gear,
		"all but its project":          "```\nkubectl get crd -o name | grep -vE 'zorg' | xargs kubectl delete\n```\n" + gear,
		"narrowed down by a program":   "```\nkubectl get crd | awk '/mill/{print $1}' | xargs kubectl delete\n```\n" + gear,
		"all pods, behind a kind":      "```\nkubectl delete crd racks.mill.io && kubectl delete pods --all\n```\n" + gear,
		"never deleted":                "We will never run kubectl delete crd gears.zorg.io, as that would lose data.\n" + gear,
		"whether to delete it":         "Should I run this?\n```\nkubectl delete crd gears.zorg.io\n```\n" + gear,
		"asked behind it":              "```\nkubectl delete crd gears.zorg.io\n```\nWould that be safe?\n" + gear,
		"not run by now":               "```\nkubectl delete crd gears.zorg.io\n```\nI have not run that yet.\n" + gear,
		"a workaround":                 "## Workaround\n```\nkubectl delete crd gears.zorg.io\n```\n" + gear,
		"a workaround, unmarked":       "Workaround:\n```\nkubectl delete gear g1 --force\n```\n" + gear,
		"of another place":             "On our other cluster I ran this, which\nhas helped there:\n```\nkubectl delete crd gears.zorg.io\n```\n" + gear,
		"force, as one has read":       "kubectl delete gear g1 --force would not help, as I have read.\n" + gear,
		"force that one is told of":    "You may run $ kubectl delete gear g1 --force\n" + gear,
		"force as a title":             "## kubectl delete gear g1 --force\n" + gear,
		"force elsewhere":              "```\nkubectl delete gear g1 -n mill --force\n```\n" + gear,
		"force that only prints":       "```\nkubectl delete gear g1 --force --dry-run=client\n```\n" + gear,
		"its labels are patched":       "```\nkubectl patch ns shop -p '{\"metadata\":{\"labels\":null}}' --type=merge\n```\n" + space,
		"a link alone":                 "See https://forum.test/q/1/namespace-stuck-as-terminating\n" + space,
		"it could not be cleared":      "I could not clear it by https://forum.test/q/1/namespace-stuck-as-terminating\n" + space,
		"whether it can be cleared so": "Can I clear it by https://forum.test/q/1/namespace-stuck-as-terminating?\n" + space,
		"cleared on another cluster":   "On our other cluster we removed the namespace with /finalize, and here I want to avoid that.\n" + space,
		"before it is cleared":         "Before I remove it with /finalize I ask here.\n" + space,
		"how to clear it":              "How can I remove it with /finalize safely\n" + space,
		"another one cleared":          "We fixed namespace mill by following https://forum.test/stuck-namespace, but shop stays.\n" + space,
		"cleared last year":            "Last year we fixed it via /finalize.\n" + space,
		"by documentation":             "The documentation says: curl -X PUT https://api/api/v1/namespaces/<name>/finalize. I have not tried that.\n" + space,
		"with a placeholder":           "```\ncurl -X PUT --data-binary @ns.json http://127.0.0.1:8001/api/v1/namespaces/<name>/finalize\n```\n" + space,
		"only read":                    "```\ncurl http://127.0.0.1:8001/api/v1/namespaces/shop/finalize\n```\n" + space,
		"finalize of another":          "```\nkubectl replace --raw /api/v1/namespaces/mill/finalize -f ns.json\n```\n" + space,
		"the spec of another":          "```\nkubectl patch ns mill -p '{\"spec\":{\"finalizers\":[]}}'\n```\n" + space,
	} {
		for _, w := range holdOf((pasted{text: text}).read(t)).Warnings {
			if !w.Never {
				t.Errorf("%s: warns %q", name, w.Text)
			}
		}
	}
}
