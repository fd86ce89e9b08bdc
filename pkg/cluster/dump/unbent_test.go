package dump

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestUnbent takes a kind that ends as a plural does for what it is, where it is known or kubectl has answered so, and
// a plural for one.
func TestUnbent(t *testing.T) {
	known := map[string]string{"podchaos": "PodChaos", "podchaos.zorg.io": "PodChaos", "shaftbox": "ShaftBox", "gear": "Gear", "gear.zorg.io": "Gear"}
	spelled := func(word string) (group, kind string) {
		if kind = known[strings.ToLower(word)]; kind == "" {
			return "", ""
		}
		return "zorg.io", kind
	}
	const answered = "It hangs:\n```\n$ kubectl delete TYPE p1 -n shop\nTYPE.zorg.io \"p1\" deleted\n```\n"
	const typed = "It hangs:\n```\n$ kubectl delete TYPE p1 -n shop\n```\nIt never ends, the finalizer stays.\n"
	for name, tt := range map[string]struct {
		text, typ string
		known     bool
		want      string
	}{
		"an answer":             {answered, "podchaos", true, "PodChaos.zorg.io shop/p1"},
		"one of nobody's":       {answered, "podchaos", false, "Podchaos.zorg.io shop/p1"},
		"a command":             {typed, "podchaos", true, "PodChaos.zorg.io shop/p1"},
		"a command of a plural": {typed, "gears", true, "Gear. shop/p1"},
		"as the text spells it": {"# GearBox hangs in deletion\n" + typed, "gearboxes.zorg.io", false, "GearBox.zorg.io shop/p1"},
		"as a title of several": {"# GearBoxes hang in deletion\n" + typed, "gearboxes.zorg.io", false, "GearBox.zorg.io shop/p1"},
		"as a title that bends": {"# GearPolicies hang in deletion\n" + typed, "gearpolicies.zorg.io", false, "GearPolicy.zorg.io shop/p1"},
		"as it is known":        {typed, "shaftboxes.zorg.io", true, "ShaftBox.zorg.io shop/p1"},
		"another is spelled":    {"# GearBoxAnchor hangs in deletion\n" + typed, "gearboxes.zorg.io", false, "Gearbox.zorg.io shop/p1"},
		"another plural":        {typed, "wheels", true, "Wheel. shop/p1"},
	} {
		t.Run(name, func(t *testing.T) {
			about := About{Hangs: true}
			if tt.known {
				about.Spelled = spelled
			}
			d, err := about.Read(t.Context(), strings.NewReader(strings.ReplaceAll(tt.text, "TYPE", tt.typ)))
			if err != nil {
				t.Fatal(err)
			}
			obj := soleOf(t, d)
			if got := obj.GetKind() + "." + trace.GroupOf(obj.GetAPIVersion()) + " " + obj.GetNamespace() + "/" + obj.GetName(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
