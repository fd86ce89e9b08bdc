package dump

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadFiled names an object of which the name was cut by the path of its file, by the label of its own group, or by a row
// whose columns have moved, and not by what is of another kind.
func TestReadFiled(t *testing.T) {
	const object = "apiVersion: zorg.io/v1\nkind: Gear\nmetadata:\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers:\n  - zorg.io/a\n"
	const label = "  labels:\n    zorg.io/gear-name: g1\n"
	const table = "NAME      VERSION   MODE   READY     AGE\ng1   v1.22.3   Pull   Unknown   5d18h\n"
	for name, tt := range map[string]struct{ text, want string }{
		"a path":                       {"```\n% cat out/namespaces/shop/gears/g1.yaml\n" + object + "...\n```\n", "Gear.zorg.io shop/g1 [zorg.io/a]"},
		"a path with its group":        {"$ cat out/namespaces/shop/zorg.io/gears/g1.yaml\n" + object, "Gear.zorg.io shop/g1 [zorg.io/a]"},
		"a path of no namespace":       {"$ cat out/cluster-scoped-resources/zorg.io/gears/g1.yaml\n" + object, "Gear.zorg.io /g1 [zorg.io/a]"},
		"a path of another kind":       {"$ cat out/namespaces/shop/wheels/g1.yaml\n" + object, "Gear.zorg.io /NAME [zorg.io/a]"},
		"a path of many":               {"$ cat out/namespaces/shop/gears.yaml\n" + object, "Gear.zorg.io /NAME [zorg.io/a]"},
		"a path and something between": {"$ cat out/namespaces/shop/gears/g1.yaml\nand of another one:\n" + object, "Gear.zorg.io /NAME [zorg.io/a]"},
		"a path in a sentence":         {"It was made with kubectl apply -f out/namespaces/shop/gears/g1.yaml\n" + object, "Gear.zorg.io /NAME [zorg.io/a]"},
		"a path that is applied":       {"$ kubectl apply -f out/namespaces/shop/gears/g1.yaml\n" + object, "Gear.zorg.io /NAME [zorg.io/a]"},
		"an address":                   {"https://git.example.com/namespaces/shop/gears/g1.yaml\n" + object, "Gear.zorg.io /NAME [zorg.io/a]"},
		"a folder of many":             {"$ cat out/namespaces/shop/gears/blue/g1.yaml\n" + object, "Gear.zorg.io /NAME [zorg.io/a]"},
		"a name of its own":            {"$ cat out/namespaces/shop/gears/g1.yaml\n" + object + "  name: g2\n", "Gear.zorg.io /g2 [zorg.io/a]"},
		"a label":                      {object + label, "Gear.zorg.io /g1 [zorg.io/a]"},
		"a label of another group":     {object + "  labels:\n    acme.io/gear-name: g1\n", "Gear.zorg.io /NAME [zorg.io/a]"},
		"a label of another kind":      {object + "  labels:\n    zorg.io/wheel-name: g1\n", "Gear.zorg.io /NAME [zorg.io/a]"},
		"a path before a label":        {"$ cat out/namespaces/shop/gears/g2.yaml\n" + object + label, "Gear.zorg.io shop/g2 [zorg.io/a]"},
		"a row that has moved":         {"```\n$ kubectl get gears.zorg.io\n" + table + "```\n\n```\n" + object + "```\n", "Gear.zorg.io /g1 [zorg.io/a]"},
		"a row with a cell less":       {"```\n$ kubectl get gears.zorg.io\nNAME      VERSION   MODE   READY     AGE\ng1   v1.22.3   Unknown   5d18h\n```\n\n```\n" + object + "```\n", "Gear.zorg.io /NAME [zorg.io/a]"},
		"two of them":                  {"```\n$ kubectl get gears.zorg.io\n" + table + "g22   v1.22.3   Pull   Unknown   5d18h\n```\n\n```\n" + object + "```\n", "Gear.zorg.io /NAME [zorg.io/a]"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff([]string{tt.want}, heardOf(t, tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
