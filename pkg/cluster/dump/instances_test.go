package dump

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestInstances adds what a command has deleted of the type of a definition on its way out, unless kubectl has seen its
// end.
func TestInstances(t *testing.T) {
	const definition = "```\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: gears.zorg.io\n  uid: u1\n  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n  finalizers: [customresourcecleanup.apiextensions.k8s.io]\nspec:\n  group: zorg.io\n  names: {kind: Gear, plural: gears, singular: gear, shortNames: [gr]}\n  scope: Namespaced\n  versions: [{name: v1, served: true, storage: true}]\n```\n"
	for name, tt := range map[string]struct{ text, want string }{
		"a command":               {"kubectl delete gear g1 --force\nIt hangs.\n" + definition, "/g1"},
		"its short name":          {"kubectl delete gr g1 -n shop\nIt hangs.\n" + definition, "shop/g1"},
		"its full name":           {"kubectl delete gears.zorg.io g1\nIt hangs.\n" + definition, "/g1"},
		"two, one twice":          {"kubectl delete gear g1\nkubectl delete gear g1 --force\nkubectl delete gear g2\nIt hangs.\n" + definition, "/g1|/g2"},
		"one of another type":     {"kubectl delete wheel w1\nIt hangs.\n" + definition, ""},
		"one that is gone":        {"$ kubectl delete gear g1\ngear.zorg.io \"g1\" deleted\n$ kubectl get pods\n" + definition, ""},
		"one that stays":          {"$ kubectl delete gear g1\ngear.zorg.io \"g1\" deleted\n^C\n" + definition, "/g1"},
		"nobody deletes the type": {"kubectl delete gear g1\n" + strings.Replace(definition, "  deletionTimestamp: \"2026-02-01T10:00:00Z\"\n", "", 1), ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, obj := range gearsOf(t, d) {
				meta, _ := obj.Object["metadata"].(map[string]any)
				if at, _ := meta["deletionTimestamp"].(string); at != trace.Presumed {
					t.Errorf("%s is going since %q", obj.GetName(), at)
				}
				got = append(got, obj.GetNamespace()+"/"+obj.GetName())
			}
			slices.Sort(got)
			if all := strings.Join(got, "|"); all != tt.want {
				t.Errorf("got %s, want %s", all, tt.want)
			}
		})
	}
}
