package diagnose_test

import (
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// TestWhyPastedPossible leads to what a check would look at and what was not copied, with what it knows of it: where that is
// there too the check decides, and one that needs more of it than how it is tells nothing.
func TestWhyPastedPossible(t *testing.T) {
	load := func(when string) *catalogue.Catalogue {
		known, err := catalogue.Load(fstest.MapFS{"gears.yaml": {Data: []byte(`
project: Zorg gears
components: [{name: zorg-gears}]
finalizers:
- {pattern: zorg.io/oil, component: zorg-gears, waitsFor: the oil to be drained, class: waits, loss: its oil, risk: low, confidence: high}
checks:
- id: zorg:mill
  finalizers: [zorg.io/oil]
  from: {kinds: [Gear], when: '` + when + `'}
  with: '{"group": "zorg.io", "kind": "Mill", "name": object.spec.mill}'
  reason: PrerequisiteGone
  message: '"Mill " + object.spec.mill + " in namespace shop, which drains it, is gone; nobody drains it before that is back"'
  next: [{text: make the same Mill again}]
`)}})
		if err != nil {
			t.Fatal(err)
		}
		return known
	}
	const gear = "$ kubectl get gear g1 -n shop -o yaml\napiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  deletionTimestamp: \"2026-02-01T09:00:00Z\"\n  finalizers:\n  - zorg.io/oil\nspec:\n  mill: m1\n"
	const is, holder = "Gear shop/g1: Undecided", "zorg-gears"
	const leads = "see Mill m1 in namespace shop, which was not copied: if it is gone, nobody drains it before that is back: make the same Mill again"
	checkAll(t, map[string]pasted{
		"not copied":     {text: gear, is: is, holder: holder, known: load(`otherState == "Gone"`), does: leads},
		"it is there":    {text: gear + "---\napiVersion: zorg.io/v1\nkind: Mill\nmetadata:\n  name: m1\n  namespace: shop\n", of: "g1", is: is, holder: holder, known: load(`otherState == "Gone"`), lacks: "which was not copied"},
		"more of it":     {text: gear, is: is, holder: holder, known: load(`otherState == "Live" && other.spec.open == false`), lacks: "which was not copied"},
		"however it is":  {text: gear, is: is, holder: holder, known: load(`otherState != "Recreated"`), lacks: "which was not copied"},
		"that of nobody": {text: gear[:len(gear)-len("spec:\n  mill: m1\n")], is: is, holder: holder, known: load(`otherState == "Gone"`), lacks: "which was not copied"},
	})
}
