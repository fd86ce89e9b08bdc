package dump

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestEventsPrinted joins the events of a table with the objects that were copied beside it, and names
// a table that cannot be read.
func TestEventsPrinted(t *testing.T) {
	const gear = "\napiVersion: zorg.io/v1\nkind: GearBox\nmetadata:\n  name: g1\n  namespace: shop\n  uid: 11111111-0000-4000-8000-000000000001\n  deletionTimestamp: \"2024-03-05T12:00:00Z\"\n  finalizers: [zorg.io/a]\n"
	const head = "$ kubectl get events -n shop\nLAST SEEN   TYPE      REASON   OBJECT       MESSAGE\n"
	for name, tt := range map[string]struct{ text, want, lacks string }{
		"about it":      {head + "58s         Warning   Bent     gearbox/g1   it is bent\n" + gear, "zorg.io/v1 GearBox shop/g1 11111111-0000-4000-8000-000000000001: it is bent", ""},
		"about another": {head + "58s         Warning   Bent     tooth/g1     it is bent\n" + gear, "unknown Tooth shop/g1 : it is bent", ""},
		"not understood": {
			"$ kubectl get events -n shop -o custom-columns=A:.message,B:.type\nA            B\nit is bent   Warning\n" + gear, "", `the table of events headed "A B" cannot be read`,
		},
		"none": {"$ kubectl get events -n shop\nNo resources found in shop namespace.\n" + gear, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			got, lacks := "", ""
			_ = d.List(t.Context(), trace.Scope{Kind: trace.Kind{Version: "v1", Kind: "Event", Resource: "events", Namespaced: true}}, func(obj *unstructured.Unstructured) {
				about, _, _ := unstructured.NestedStringMap(obj.Object, "involvedObject")
				message, _, _ := unstructured.NestedString(obj.Object, "message")
				got += about["apiVersion"] + " " + about["kind"] + " " + about["namespace"] + "/" + about["name"] + " " + about["uid"] + ": " + message
			})
			for _, p := range d.Problems() {
				if p.Reason == trace.CopiedInPart {
					lacks += p.Message
				}
			}
			if got != tt.want || !strings.HasPrefix(lacks, tt.lacks) || (lacks == "") != (tt.lacks == "") {
				t.Errorf("%s, lacks %q", got, lacks)
			}
		})
	}
}
