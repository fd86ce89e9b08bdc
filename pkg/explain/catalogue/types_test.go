package catalogue

import (
	"strings"
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

// TestListedKinds tells a kind by the lists of projects, its group where the word has it, and not by a plain word.
func TestListedKinds(t *testing.T) {
	c := listing(t)
	for word, want := range map[string]string{
		"GearBox":                "GearBox ",
		"gearbox":                "GearBox ",
		"gearbox.gears.zorg.io":  "GearBox gears.zorg.io",
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

// TestGroupListed tells the group of a kind by the lists of projects, where lines have a word of the one that has it: not
// of a plain word, of one that another project lists or holds too, nor where they have the name of the kind alone.
func TestGroupListed(t *testing.T) {
	c := listing(t)
	for kind, want := range map[string]string{"GearBox": "gears.zorg.io", "WheelBox": "wheels.zorg.io", "Mill": "", "BeltBox": "", "PullBox": "", "ShaftBox": "", "CrateBox": "", "TurnBox": "", "gearbox": ""} {
		if got := c.GroupListed(kind, []string{"My box hangs", "We run Zorg Gears for it."}); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
	for line, want := range map[string]bool{
		"My GearBox hangs. It is a claim of our own platform.": false,
		"The gears of the zorgapiary hang":                     false,
		"it is at https://gears.zorg.io/x":                     false,
		"dial tcp: lookup api.zorg.io: no such host":           false,
		"We run Brak Boxes":                                    false,
		"zorgapi: Error 403: it is bent":                       true,
		"it has millstones.gears.zorg.io, too":                 true,
		"zorg-gear-manager logs nothing":                       true,
		"":                                                     false,
	} {
		if got := c.GroupListed("GearBox", []string{"My GearBox hangs", line}); (got != "") != want {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// TestTyped tells the kind by what people type for it, where it is short for but one, and lines have a word of whose it is.
func TestTyped(t *testing.T) {
	c := listing(t)
	for word, want := range map[string]string{
		"gbxs":    "GearBox gears.zorg.io",
		"zml":     "Mill gears.zorg.io",
		"GBXS":    "GearBox gears.zorg.io",
		"pbx":     "PullBox wheels.zorg.io",
		"gearbox": "GearBox ",
		"gbx":     " ", // of two
		"gb":      " ",
		"mill":    " ",
		"":        " ",
	} {
		kind, group, _ := c.Typed(word, []string{"it is one of zorg.io"})
		if got := kind + " " + group; got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
	if kind, _, known := c.Typed("zml", []string{"kubectl delete zml z1", "it is our own"}); known {
		t.Errorf("somebody's own is a %s", kind)
	}
}

// TestEntryForListed finds the holder of a kind that is known by its group alone where that is told, and of none else.
func TestEntryForListed(t *testing.T) {
	c := listing(t)
	for kind, want := range map[string]string{"GearBox": "", "GearBox.gears.zorg.io": "Zorg Gears", "Mill.gears.zorg.io": "Zorg Gears", "Mill": "", "BeltBox": "", "TurnBox": "", "CrateBox": "", "CrateBox.brak.dev": "Brak Boxes"} {
		name, group, _ := strings.Cut(kind, ".")
		entry, ok := c.EntryForKind(trace.Kind{Group: group, Version: trace.Unstated, Kind: name})
		if entry.Project != want || ok != (want != "") || ok && (entry.Loss == "") != (name == "CrateBox") { // of which only the group tells
			t.Errorf("%s: %q of %s, want %q", kind, entry.Loss, entry.Project, want)
		}
	}
	if entry, ok := c.EntryForKind(trace.Kind{Group: "brak.dev", Version: "v1", Kind: "GearBox"}); ok && entry.Project != "Brak Boxes" {
		t.Errorf("a kind of another group is of %s", entry.Project)
	}
}
