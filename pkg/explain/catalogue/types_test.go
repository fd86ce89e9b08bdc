package catalogue

import (
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// listing is a catalogue with two projects that list kinds, and with a third that holds some.
func listing(t *testing.T) *Catalogue {
	t.Helper()
	const gears = `
project: Zorg Gears
types:
  gears.zorg.io: GearBox=gbx,gbxs ShaftBox Mill=zml
  wheels.zorg.io: WheelBox BeltBox PullBox=pbx
components: [{name: zorg operator}]
finalizers:
- {pattern: zorg.io/cleanup, kinds: ["*.*.zorg.io"], component: zorg operator, loss: The gears turn on, risk: high, confidence: high}
`
	const others = `
project: Brak Boxes
types:
  brak.dev: BeltBox CrateBox=gbx PullBox
finalizers:
- {pattern: brak.dev/x, kinds: [ShaftBox], component: brak, loss: none, risk: low, confidence: high}
`
	c, err := Load(fstest.MapFS{"gears.yaml": {Data: []byte(gears)}, "brak.yaml": {Data: []byte(others)}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestListedKinds tells the group of a kind by the lists of projects: where but one has it, and not of a plain word, nor of
// one that another project lists or holds too.
func TestListedKinds(t *testing.T) {
	c := listing(t)
	for word, want := range map[string]string{
		"GearBox":                "GearBox gears.zorg.io",
		"gearbox":                "GearBox gears.zorg.io",
		"gearbox.gears.zorg.io":  "GearBox gears.zorg.io",
		"WheelBox":               "WheelBox wheels.zorg.io",
		"mill.gears.zorg.io":     "Mill gears.zorg.io",
		"Mill":                   " ", // a plain word
		"BeltBox":                "BeltBox ",
		"beltbox.wheels.zorg.io": "BeltBox wheels.zorg.io",
		"ShaftBox":               "ShaftBox ", // Brak holds one
		"GearBoxes":              " ",
		"gearbox.zorg.io":        " ",
		"gbx":                    " ", // is only typed
	} {
		kind, group, _ := c.Spelled(word)
		if got := kind + " " + group; got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// TestTyped tells the kind by what people type for it, where it is short for but one.
func TestTyped(t *testing.T) {
	c := listing(t)
	for word, want := range map[string]string{
		"gbxs":    "GearBox gears.zorg.io",
		"zml":     "Mill gears.zorg.io",
		"GBXS":    "GearBox gears.zorg.io",
		"pbx":     "PullBox wheels.zorg.io",
		"gearbox": "GearBox gears.zorg.io",
		"gbx":     " ", // of two
		"gb":      " ",
		"mill":    " ",
		"":        " ",
	} {
		kind, group, _ := c.Typed(word)
		if got := kind + " " + group; got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// TestEntryForListed finds the holder of a kind that is known by its group alone where nobody told that, and of none else.
func TestEntryForListed(t *testing.T) {
	c := listing(t)
	for kind, want := range map[string]string{"GearBox": "Zorg Gears", "WheelBox": "Zorg Gears", "Mill": "", "BeltBox": "", "PullBox": "", "TurnBox": "", "CrateBox": "Brak Boxes"} {
		entry, ok := c.EntryForKind(trace.Kind{Version: trace.Unstated, Kind: kind})
		if entry.Project != want || ok != (want != "") || ok && (entry.Loss == "") != (kind == "CrateBox") { // of which only the group tells
			t.Errorf("%s: %q of %s, want %q", kind, entry.Loss, entry.Project, want)
		}
	}
	if entry, ok := c.EntryForKind(trace.Kind{Group: "brak.dev", Version: "v1", Kind: "GearBox"}); ok && entry.Project != "Brak Boxes" {
		t.Errorf("a kind of another group is of %s", entry.Project)
	}
}
