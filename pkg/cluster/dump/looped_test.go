package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// TestReadLooped reads what a loop over all types has printed as content of the one namespace that goes.
func TestReadLooped(t *testing.T) {
	const asked = "Deleting `oc delete project mill` fails: it is stuck in Terminating.\n"
	const loop = "`oc api-resources | grep true | awk '{print $1}' | xargs -L 1 -I % bash -c \"echo %; oc get %\"`\n```\ngears.zorg.io\nNAME   AGE\ng1     5d\n```\n"
	for name, tt := range map[string]struct {
		text string
		left string // in which namespace
	}{
		"a loop":        {asked + loop, "mill"},
		"another one's": {asked + strings.Replace(loop, "get %", "get % -n shop", 1), "-"},
		"no loop":       {asked + "`oc get gears`\n```\nNAME   AGE\ng1     5d\n```\n", "-"},
		"beside nodes":  {asked + strings.Replace(loop, "gears.zorg.io", "nodes\nNAME   STATUS   ROLES    AGE   VERSION\nn1     Ready    <none>   5d    v1.30.0\ngears.zorg.io", 1), "mill"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if spaces := d.objects[schema.GroupKind{Kind: "Namespace"}]; len(spaces) != 1 || spaces[0].name != "mill" {
				t.Fatalf("namespaces: %v", spaces)
			}
			if nodes := d.objects[schema.GroupKind{Kind: "Node"}]; len(nodes) > 0 {
				t.Errorf("of no namespace: %v", nodes)
			}
			left := "-"
			for gk, entries := range d.objects {
				if strings.EqualFold(gk.Kind, "Gear") {
					left = entries[0].namespace
				}
			}
			if left != tt.left {
				t.Errorf("left in %q", left)
			}
		})
	}
}
