package dump

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

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

// TestEventsOfSeveral keeps the events of each table, of one text or of several files.
func TestEventsOfSeveral(t *testing.T) {
	table := func(name string) string {
		return "$ kubectl get events -n shop\nLAST SEEN   TYPE      REASON   OBJECT    MESSAGE\n58s         Warning   Bent     gear/" + name + "   it is bent\n\napiVersion: zorg.io/v1\nkind: Gear\nmetadata: {name: " + name + ", namespace: shop}\n"
	}
	described := func(name string) string {
		return "$ kubectl describe gear " + name + " -n shop\nName:         " + name + "\nNamespace:    shop\nAPI Version:  zorg.io/v1\nKind:         Gear\nEvents:\n  Type     Reason  Age   From    Message\n  ----     ------  ----  ----    -------\n  Warning  Bent    58s   gearer  it is bent\n\n"
	}
	for name, files := range map[string]fstest.MapFS{
		"tables of two files": {"a.txt": {Data: []byte(table("g1"))}, "b.md": {Data: []byte(table("g2"))}},
		"described in one":    {"a.txt": {Data: []byte(described("g1") + described("g2"))}},
		"the same twice":      {"a.txt": {Data: []byte(table("g1"))}, "b.txt": {Data: []byte(table("g1"))}, "c.txt": {Data: []byte(table("g2"))}},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLoader()
			d, err := l.finish(name, l.tree(t.Context(), files))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range d.objects[schema.GroupKind{Kind: "Event"}] {
				obj, err := e.object()
				if err != nil {
					t.Fatal(err)
				}
				about, _, _ := unstructured.NestedString(obj.Object, "involvedObject", "name")
				got = append(got, about)
			}
			if slices.Sort(got); !slices.Equal(got, []string{"g1", "g2"}) {
				t.Errorf("events of %v", got)
			}
		})
	}
}
