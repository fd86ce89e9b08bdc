package catalogue

import (
	"strings"
	"testing"
	"testing/fstest"
)

// shapes is a catalogue with two projects that have signs of their kinds.
func shapes(t *testing.T) *Catalogue {
	t.Helper()
	const gears = `
project: Zorg Gears
signs:
- {kind: Gear.zorg.io, fields: [status.toothCount, status.oil.level], conditions: [ShaftTurning, OilWarm], source: s}
- {kind: Wheel.zorg.io, fields: [status.spokeCount], conditions: [ShaftTurning, OilWarm], source: s}
- {kind: "{kind}.{group}.zorg.io", says: ['unmaking "/Zorg\.(?P<group>\w+)/(?P<kind>\w+)/[^/"]+"', 'DELETE https://zorg\.example/'], source: s}
`
	const others = `
project: Brak Boxes
signs:
- {kind: Box.brak.dev, fields: [status.lidCount], conditions: [LidShut, OilWarm], source: s}
`
	c, err := Load(fstest.MapFS{"gears.yaml": {Data: []byte(gears)}, "brak.yaml": {Data: []byte(others)}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestShaped tells a kind by two signs of it at least, and none where another one has as many, or another project enough.
func TestShaped(t *testing.T) {
	c := shapes(t)
	condition := func(typ, message string) any {
		return map[string]any{"type": typ, "status": "False", "message": message}
	}
	with := func(fields map[string]any, conditions ...any) map[string]any {
		fields["conditions"] = conditions
		return map[string]any{"status": fields}
	}
	const unmaking = `unmaking "/Zorg.Oil/oilCans/c1": DELETE https://zorg.example/c1 400`
	for name, tt := range map[string]struct {
		obj  map[string]any
		want string
	}{
		"two fields":             {with(map[string]any{"toothCount": 3, "oil": map[string]any{"level": 1}}), "Gear.zorg.io of Zorg Gears by status.toothCount, status.oil.level"},
		"a field and a type":     {with(map[string]any{"toothCount": 3}, condition("ShaftTurning", "")), "Gear.zorg.io of Zorg Gears by status.toothCount, condition ShaftTurning"},
		"one alone":              {with(map[string]any{"toothCount": 3}, condition("Ready", "")), ""},
		"of two kinds":           {with(map[string]any{}, condition("ShaftTurning", ""), condition("OilWarm", "")), ""},
		"more of one kind":       {with(map[string]any{"spokeCount": 3}, condition("ShaftTurning", ""), condition("OilWarm", "")), "Wheel.zorg.io of Zorg Gears by status.spokeCount, condition ShaftTurning, condition OilWarm"},
		"enough of two projects": {with(map[string]any{"spokeCount": 3, "lidCount": 1}, condition("ShaftTurning", ""), condition("OilWarm", "")), ""},
		"one of another":         {with(map[string]any{"spokeCount": 3, "lidCount": 1}, condition("ShaftTurning", "")), "Wheel.zorg.io of Zorg Gears by status.spokeCount, condition ShaftTurning"},
		"a kind that is said":    {with(map[string]any{}, condition("Ready", unmaking)), `OilCan.oil.zorg.io of Zorg Gears by "unmaking "/Zorg.Oil/oilCans/c1"", "DELETE https://zorg.example/"`},
		"one that is not":        {with(map[string]any{}, condition("Ready", strings.Replace(unmaking, "unmaking", "making", 1))), ""},
		"a healthy one":          {with(map[string]any{"phase": "Ready"}, condition("Ready", "all is well")), ""},
		"nothing":                {nil, ""},
	} {
		shape, ok := c.Shaped(tt.obj)
		got := ""
		if ok {
			got = shape.Kind + "." + shape.Group + " of " + shape.Project + " by " + strings.Join(shape.Signs, ", ")
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestSignsRefused refuses signs by which nothing is told.
func TestSignsRefused(t *testing.T) {
	for sign, want := range map[string]string{
		`{kind: Gear, fields: [status.a, status.b], source: s}`:                        "give the kind as",
		`{kind: Gear.zorg.io, fields: [status.a], source: s}`:                          "one sign alone",
		`{kind: Gear.zorg.io, fields: [status.a, status.b]}`:                           "the source where",
		`{kind: Gear.zorg.io, fields: [status.phase, status.b], source: s}`:            "everybody writes it",
		`{kind: Gear.zorg.io, conditions: [Ready, ShaftTurning], source: s}`:           "everybody writes it",
		`{kind: Gear.zorg.io, says: ["(", "unmaking"], source: s}`:                     "error parsing regexp",
		`{kind: Gear.zorg.io, fields: [status.a], conditions: [OilWarm], source: "s"}`: "",
	} {
		_, err := Load(fstest.MapFS{"gears.yaml": {Data: []byte("project: Zorg Gears\nsigns:\n- " + sign + "\n")}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", sign, err, want)
		}
	}
}

// TestSignsHeld asks that every kind of which the catalogue has signs is one that somebody holds.
func TestSignsHeld(t *testing.T) {
	c := load(t)
	for _, file := range c.signs {
		for _, s := range file.Signs {
			kind, group, _ := strings.Cut(strings.NewReplacer("{kind}", "Gear", "{group}", "zorg").Replace(s.Kind), ".")
			if _, ok := c.EntryForShape(Shape{Group: group, Kind: kind, Project: file.Project}); !ok {
				t.Errorf("%s of %s: nobody holds such", s.Kind, file.Project)
			}
		}
	}
}
