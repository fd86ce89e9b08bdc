package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestShapedPart gives a part of an object the kind that it shows by what stands in it, where nothing else tells one.
func TestShapedPart(t *testing.T) {
	shaped := func(obj map[string]any) (group, kind string) {
		if _, there, _ := unstructured.NestedFieldNoCopy(obj, "status", "toothCount"); there {
			return "zorg.io", "Gear"
		}
		return "", ""
	}
	const status = "It hangs:\n```\nstatus:\n  toothCount: 3\n  conditions:\n  - {type: Ready, status: \"False\", message: the shaft is bent}\n```\n"
	const end = "It hangs:\n```\n  Conditions:\n    Last Transition Time:  2021-03-16T11:32:49Z\n    Reason:                Deleting\n    Status:                False\n    Type:                  Ready\n  Phase:                   Deleting\n  Tooth Count:             3\nEvents:\n  Type     Reason  Age  From   Message\n  Warning  Bent    5m   gears  the shaft is bent\n```\n"
	for name, tt := range map[string]struct{ text, want string }{
		"a status":               {status, "Gear.zorg.io/NAME"},
		"without its sign":       {strings.Replace(status, "toothCount", "size", 1), "Object/NAME"},
		"another kind is told":   {"apiVersion: brak.dev/v1\nkind: Box\n" + strings.TrimPrefix(strings.ReplaceAll(status, "```\n", ""), "It hangs:\n"), "Box.brak.dev/NAME"},
		"a command tells":        {status + "$ kubectl delete belts.brak.dev b1\n", "Belt.brak.dev/b1"},
		"the end of a describe":  {end, "Gear.zorg.io/NAME"},
		"an end without its own": {strings.Replace(end, "Tooth Count:", "Size:       ", 1), "Object/NAME"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true, Shaped: shaped}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			target, _ := d.Sole()
			obj, err := d.Get(t.Context(), target.Kind, target.Namespace, target.Name)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSuffix(obj.GetKind()+"."+trace.GroupOf(obj.GetAPIVersion()), ".") + "/" + obj.GetName(); got != tt.want || obj.Object["status"] == nil {
				t.Errorf("got %s %v, want %s", got, obj.Object, tt.want)
			}
		})
	}
}
