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
		"its spec is patched":         {text: "```\nkubectl patch ns shop -p '{\"spec\":{\"finalizers\":[]}}' --type=merge\n```\n" + space, is: isSpace, holder: space0, warns: spec},
	})
	for name, text := range map[string]string{
		"its labels are patched":       "```\nkubectl patch ns shop -p '{\"metadata\":{\"labels\":null}}' --type=merge\n```\n",
		"a link alone":                 "See https://forum.test/q/1/namespace-stuck-as-terminating\n",
		"it could not be cleared":      "I could not clear it by https://forum.test/q/1/namespace-stuck-as-terminating\n",
		"whether it can be cleared so": "Can I clear it by https://forum.test/q/1/namespace-stuck-as-terminating?\n",
	} {
		for _, w := range holdOf((pasted{text: text + space}).read(t)).Warnings {
			if !w.Never {
				t.Errorf("%s: warns %q", name, w.Text)
			}
		}
	}
}
