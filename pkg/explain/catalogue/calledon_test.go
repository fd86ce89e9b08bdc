package catalogue

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestCalledOn tells how a finalizer is called on an object of a kind of which only a part is the same for all, and of none
// of which that is not told.
func TestCalledOn(t *testing.T) {
	const text = `
project: Zorg
components: [{name: zorg}]
finalizers:
- {pattern: 'end\.[a-z]+\.zorg\.io', match: regex, called: "end.{plural}.zorg.io", kinds: [GearBox.zorg.io, Policy.zorg.io], component: zorg}
- {pattern: .mill.zorg.io, match: suffix, kinds: [MillStone.mill.zorg.io], component: zorg}
- {pattern: 'x\.(?:.+)/.+', match: regex, called: "x.{group}/{kind}", kinds: ["*.wheels.zorg.io"], component: zorg}
- {pattern: 'a\..+', match: regex, called: "a.{singular}", kinds: [BeltBox.zorg.io], component: zorg}
- {pattern: '(?:arms|legs)\.limb\.zorg\.io', match: regex, called: "{plural}.limb.zorg.io", kinds: ["*.limb.zorg.io"], component: zorg}
- {pattern: '(?:arm|leg)boxes\.box\.zorg\.io', match: regex, called: "{plural}.box.zorg.io", kinds: [ArmBox.box.zorg.io, HandBox.box.zorg.io], component: zorg}
- {pattern: b.zorg.io, kinds: [BeltBox.zorg.io], component: zorg}
`
	c, err := Load(fstest.MapFS{"zorg.yaml": {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]string{
		"GearBox.zorg.io":         "end.gearboxes.zorg.io",
		"Policy.zorg.io":          "end.policies.zorg.io",
		"MillStone.mill.zorg.io":  "",
		"WheelBox.wheels.zorg.io": "", // of a group as a whole
		"BeltBox.zorg.io":         "", // two
		"ArmBox.box.zorg.io":      "armboxes.box.zorg.io",
		"HandBox.box.zorg.io":     "", // which its pattern has not
		"Shaft.zorg.io":           "",
		"GearBox.brak.dev":        "",
	} {
		name, group, _ := strings.Cut(kind, ".")
		if got, _ := c.FinalizerForKind(trace.Kind{Group: group, Version: "v1", Kind: name}); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
	names := func(group, kind string) string {
		return strings.Join(c.FinalizersBy("Zorg", "zorg", trace.Kind{Group: group, Version: "v1", Kind: kind}), " ")
	}
	for _, tt := range [][2]string{{names("wheels.zorg.io", "WheelBox"), "x.wheels.zorg.io/WheelBox"}, {names("zorg.io", "BeltBox"), "a.beltbox b.zorg.io"}, {names("mill.zorg.io", "MillStone"), ""}, {names("limb.zorg.io", "Arm"), "arms.limb.zorg.io"}, {names("limb.zorg.io", "Hand"), ""}} {
		if tt[0] != tt[1] {
			t.Errorf("got %q, want %q", tt[0], tt[1])
		}
	}
	for _, bad := range []string{`{pattern: b.zorg.io, called: x.zorg.io, component: zorg}`, `{pattern: b., match: prefix, called: "b.{name}", component: zorg}`} {
		if _, err := Load(fstest.MapFS{"zorg.yaml": {Data: []byte("project: Zorg\nfinalizers:\n- " + bad + "\n")}}); err == nil || !strings.Contains(err.Error(), "what it is called") {
			t.Errorf("%s is taken: %v", bad, err)
		}
	}
}

// TestCalledOnFits holds what a finalizer is called on each of its kinds, and on one of which it knows the group alone,
// against its pattern.
func TestCalledOnFits(t *testing.T) {
	c := load(t)
	for f := range c.projects {
		for _, k := range f.Kinds {
			name, group, _ := strings.Cut(strings.Replace(k, "*.*.", "*.x.", 1), ".")
			kind := trace.Kind{Group: group, Version: "v1", Kind: strings.Replace(name, "*", "GearBox", 1)}
			called := f.calledOn(kind)
			if f.Called != "" && called != "" && newFinalizers([]*Finalizer{f}).find(kind, called) == nil {
				t.Errorf("%s: %q does not fit %q", k, called, f.Pattern)
			}
			if f.Called != "" && called == "" && name != "*" && group != "" {
				t.Errorf("%s: what %q is called there does not fit", k, f.Called)
			}
		}
	}
}
