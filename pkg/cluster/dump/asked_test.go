package dump

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestAsked reads texts for somebody who asks about one object: what a copy leaves out of that
// one is taken from the question, and nothing of any other.
func TestAsked(t *testing.T) {
	const (
		metadata  = "It hangs:\n\n  creationTimestamp: \"2024-03-05T12:00:00Z\"\n  deletionTimestamp: \"2024-03-05T13:00:00Z\"\n  finalizers:\n  - zorg.io/a\n  name: c1\n  namespace: shop\n  ownerReferences:\n  - apiVersion: v1\n    kind: Pod\n    name: p1\n    uid: a\n\nThat is all.\n"
		manifest  = "```\napiVersion: v1\nkind: Service\nmetadata:\n  name: s2\n  namespace: shop\n```\n"
		described = "```\nName:                     s1\nNamespace:                shop\nIP Families:              IPv4\n```\n"
		ingress   = "Name:             i1\nNamespace:        shop\nAddress:\nDefault backend:  a:80\nEvents:           <none>\n"
		nameless  = "{\n\"apiVersion\": \"v1\",\n\"kind\": \"Namespace\",\n\"metadata\": {\n\"annotations\": {\n\"zorg.io/state\": \"{\"on\":[\"yes\"]}\"\n},\n\"deletionTimestamp\": \"2024-03-05T13:00:00Z\",\n\"finalizers\": [\n\"zorg.io/a\"\n],\n\"labels\": {\n\"a\": \"b\",\n"
		gearbox   = "$ kubectl get gb g1 -n shop -o yaml\napiVersion: zorg.io/v1\nkind: GearBox\nmetadata:\n  name: g1\n  namespace: shop\n  finalizers: [zorg.io/a]\n  uid: a\n"
	)
	for name, tt := range map[string]struct {
		text, typ, name string
		want            string // when it was asked to go, and its finalizers; empty where it stays
	}{
		"metadata alone":           {metadata, "pvc", "c1", "2024-03-05T13:00:00Z zorg.io/a"},
		"described":                {manifest + described, "service", "s1", trace.Presumed + " FINALIZER"},
		"beside what is so":        {manifest + described, "service", "s2", ""},
		"described by its fields":  {ingress, "ingress", "i1", trace.Presumed + " FINALIZER"},
		"described, asked of none": {ingress, "", "i1", trace.Presumed + " FINALIZER"},
		"described, of no kind":    {"Name:         g1\nNamespace:    shop\nTeeth:        3\n", "gears.zorg.io", "g1", trace.Presumed + " FINALIZER"},
		"without its name":         {nameless, "ns", "shop", "2024-03-05T13:00:00Z zorg.io/a"},
		"words in brackets":        {"Gear g1 cannot be deleted, violations:\n[\"the 'blade' is on\"]}\n", "gears.zorg.io", "g1", trace.Untold + " FINALIZER"},
		"whole, by a short name":   {gearbox, "gb", "g1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			about := About{}
			if tt.typ != "" {
				about, _ = AboutNamed(tt.typ, tt.name, "shop")
			}
			about.Hangs = true
			d, err := about.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			namespace := "shop"
			if tt.typ == "ns" {
				namespace = ""
			}
			typ, _, _ := strings.Cut(tt.typ, ".")
			at := slices.IndexFunc(d.kinds, func(k trace.Kind) bool {
				return typ == "" && k.Kind == "Ingress" || k.Singular == typ || k.Resource == typ || slices.Contains(k.ShortNames, typ)
			})
			if at < 0 {
				t.Fatalf("nothing is called %s", typ)
			}
			obj, err := d.Get(t.Context(), d.kinds[at], namespace, tt.name)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if gone := obj.GetDeletionTimestamp(); gone != nil {
				got = gone.UTC().Format("2006-01-02T15:04:05Z") + " " + strings.Join(obj.GetFinalizers(), " ")
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestEndsEarly says of a text that was cut that it was copied in part: it is no part of a
// cluster that cannot be read.
func TestEndsEarly(t *testing.T) {
	d, err := Read(t.Context(), strings.NewReader("{\"apiVersion\": \"zorg.io/v1\", \"kind\": \"Gear\",\n\"metadata\": {\"name\": \"g1\", \"finalizers\": [\"zorg.io/a\"], \"uid\": \"a\"},\n\"spec\": {\"teeth\": \"th"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(d.Problems(), func(p trace.Problem) bool {
		return p.Reason == trace.CopiedInPart && strings.Contains(p.Message, "it ends early")
	}) {
		t.Errorf("got %v", d.Problems())
	}
}
