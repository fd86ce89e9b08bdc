package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestMixed reads an object of which one half was copied as YAML and the other as kubectl
// describe prints it. What the YAML has stands.
func TestMixed(t *testing.T) {
	const head = `
kind: Grant
apiVersion: zorg.example.org/v1
metadata:
  name: g1
  namespace: shop
  finalizers: [zorg.example.org/cleanup]
`
	const end = `Status:
  Conditions:
    Last Transition Time:  2020-03-10T09:23:55Z
    Message:               error retrieving 'shop/s1' with kind 'S': ss.zorg.example.org "s1" not found
    Status:                False
    Type:                  Ready
Events:
  Type     Reason  Age   From   Message
  ----     ------  ----  ----   -------
  Warning  Failed  3m (x20 over 1h)  zorgd  the blade is bent
`
	for name, tt := range map[string]struct {
		text, message string
		events        int
	}{
		"described status":   {head + end, `error retrieving 'shop/s1' with kind 'S': ss.zorg.example.org "s1" not found`, 1},
		"a status in YAML":   {head + "status: {conditions: [{type: Ready, message: own}]}\n" + end, "own", 1},
		"a field that is so": {head + "spec:\n  Status: fine\n", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Read(t.Context(), strings.NewReader("I see:\n"+tt.text))
			if err != nil {
				t.Fatal(err)
			}
			var grant *unstructured.Unstructured
			events := 0
			for _, k := range d.kinds {
				_ = d.List(t.Context(), trace.Scope{Kind: k}, func(obj *unstructured.Unstructured) {
					switch obj.GetKind() {
					case "Grant":
						grant = obj
					case "Event":
						events++
					}
				})
			}
			if grant == nil || grant.GetName() != "g1" || len(grant.GetFinalizers()) != 1 {
				t.Fatalf("read %v", grant)
			}
			list, _, _ := unstructured.NestedSlice(grant.Object, "status", "conditions")
			got := ""
			for _, c := range list {
				got, _, _ = unstructured.NestedString(c.(map[string]any), "message")
			}
			if got != tt.message || events != tt.events {
				t.Errorf("message %q, %d events", got, events)
			}
		})
	}
}
