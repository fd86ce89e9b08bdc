package diagnose_test

import (
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
)

// TestWhyPastedNotAsked leads from an object that is not being deleted to those for which it will stay, of its own group
// where others have such a kind too, and tells in which order all of it goes.
func TestWhyPastedNotAsked(t *testing.T) {
	known, err := catalogue.Load(fstest.MapFS{"gears.yaml": {Data: []byte(`
project: Zorg gears
types:
  zorg.io: Wheel
  acme.test: Wheel
components: [{name: zorg-gears}]
finalizers:
- {pattern: zorg.io/wheels, component: zorg-gears, waitsFor: no Wheel that uses the gear, class: waits, loss: its wheels, risk: low, confidence: high}
- {pattern: zorg.io/oil, component: zorg-gears, waitsFor: the oil to be drained, class: waits, loss: its oil, risk: low, confidence: high}
`)}})
	if err != nil {
		t.Fatal(err)
	}
	gear := func(finalizer, group string) string {
		return "$ kubectl get gear g1 -o yaml\napiVersion: " + group + "/v1\nkind: Gear\nmetadata:\n  name: g1\n  namespace: shop\n  creationTimestamp: \"2026-01-01T10:00:00Z\"\n  finalizers:\n  - " + finalizer + "\nspec:\n  teeth: 3\n"
	}
	const is, last = "Gear shop/g1: NotDeleting", "take its holder down last"
	checkAll(t, map[string]pasted{
		"those that use it": {text: gear("zorg.io/wheels", "zorg.io"), is: is, holder: "zorg-gears", known: known, does: "see which Wheels have to do with it: it stays as long as one does; if it is to go, have it deleted after that, while its holder runs, and " + last},
		"none known":        {text: gear("zorg.io/oil", "zorg.io"), is: is, holder: "zorg-gears", known: known, does: "look whether it is being deleted", lacks: last},
	})
}
