package catalogue

import (
	"maps"
	"strings"
	"testing"
)

// TestNeedsOfFile holds that what is needed is one thing or several because the file says so, and
// a check what it is because the catalogue made it so, whatever words they have.
func TestNeedsOfFile(t *testing.T) {
	c, err := Load(dir(map[string]string{"mine.yaml": `project: M
finalizers:
- {pattern: a.example.org/one, component: m, waitsFor: rain, needs: the Secret with its key and team, needsRefs: '[]'}
- {pattern: a.example.org/two, component: m, waitsFor: rain, needs: "its Mesh, on a route its gateway too", needsSeveral: true, needsRefs: '[]'}
checks:
- {id: needs of rain, finalizers: [a.example.org/one], reason: Blocked, message: '"rain"'}
`}))
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]struct {
		need    bool
		message string
	}{
		"needs of a.example.org/one": {true, "m does nothing for it without the Secret with its key and team, and that is gone"},
		"needs of a.example.org/two": {true, "m does nothing for it without its Mesh, on a route its gateway too, and not all of that is there any more"},
		"needs of rain":              {false, "rain"},
	} {
		found := false
		for _, k := range c.checks {
			if k.ID == id {
				found = true
				if k.Need != want.need || strings.Trim(k.Message, `"`) != want.message {
					t.Errorf("%s: need is %t, want %t; message is %s", id, k.Need, want.need, k.Message)
				}
			}
		}
		if !found {
			t.Errorf("there is no check %q", id)
		}
	}
}

// TestNeedsOfKind asks for what an object of each kind needs, and for nothing of one that needs nothing.
func TestNeedsOfKind(t *testing.T) {
	f := &Finalizer{Pattern: "a.example.org/one", Component: "m", Kinds: []string{"Gear.example.org", "Mill", "Rack"}, Needs: "on a Gear: its Shaft; on a Mill: its Stone", NeedsRefs: "[]"}
	got := map[string]string{}
	for _, k := range needsChecks(f) {
		got[strings.Join(k.From.Kinds, " ")] = k.Message
	}
	want := map[string]string{
		"Gear": `"m does nothing for it without its Shaft, and that is gone"`,
		"Mill": `"m does nothing for it without its Stone, and that is gone"`,
	}
	if !maps.Equal(got, want) {
		t.Errorf("the checks are %v, want %v", got, want)
	}
	f.Kinds = []string{"*.example.org"}
	if checks := needsChecks(f); len(checks) != 1 || len(checks[0].From.Kinds) > 0 {
		t.Errorf("of kinds that are not told there are %d checks", len(checks))
	}
}
