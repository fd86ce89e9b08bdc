package render

import (
	"bytes"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/schema"
)

func entrySchema(t *testing.T) map[string]any {
	t.Helper()
	text, err := os.ReadFile("../../docs/schema/entry.v1.json")
	if err != nil {
		t.Fatal(err)
	}
	return decodeObject(t, text)
}

// checkEntry validates a document against the definition for its kind.
func checkEntry(t *testing.T, text []byte) {
	t.Helper()
	name := map[any]string{EntryKind: "finalizer", EntryListKind: "finalizerList", ReasonKind: "reason"}[decodeObject(t, text)["kind"]]
	if err := schema.Check("../../docs/schema/entry.v1.json#/$defs/"+name, text); err != nil {
		t.Error(err)
	}
}

func loaded(t *testing.T) *catalogue.Catalogue {
	t.Helper()
	c, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// entryPrinted prints an answer, or without one the list.
func entryPrinted(t *testing.T, format string, o Options, a *catalogue.Answer, list []catalogue.Entry) string {
	t.Helper()
	p, known := EntryFor(format)
	if !known {
		t.Fatalf("no format %q", format)
	}
	var b bytes.Buffer
	var err error
	if a != nil {
		err = p.Answer(&b, a, o)
	} else {
		err = p.List(&b, list, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestEntryDocuments validates the whole catalogue, and answers of each shape,
// in both languages.
func TestEntryDocuments(t *testing.T) {
	c := loaded(t)
	check := func(a *catalogue.Answer, list []catalogue.Entry) {
		t.Helper()
		inJSON := entryPrinted(t, "json", Options{}, a, list)
		checkEntry(t, []byte(inJSON))
		fromYAML, err := yaml.YAMLToJSON([]byte(entryPrinted(t, "yaml", Options{}, a, list)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(decodeObject(t, []byte(inJSON)), decodeObject(t, fromYAML)); diff != "" {
			t.Errorf("YAML says something else (-json +yaml):\n%s", diff)
		}
	}
	check(nil, c.Entries())
	check(nil, nil)
	for _, name := range []string{"finalizers.fluxcd.io", "wrangler.cattle.io/x", "acme.net/none", "orphna", "d30b0e74-1c67-43a2-adac-3f55a85dacfb"} {
		for _, kind := range []string{"", "Pod"} {
			a := c.Lookup(name, kind)
			check(&a, nil)
		}
	}
}

// TestEntrySchemaIsTight keeps the schema closed, with the fields of the structs.
func TestEntrySchemaIsTight(t *testing.T) {
	defs := entrySchema(t)["$defs"].(map[string]any)
	checkClosed(t, entrySchema(t), map[string]reflect.Type{
		"finalizer":     reflect.TypeFor[EntryDocument](),
		"finalizerList": reflect.TypeFor[EntryList](),
		"entry":         reflect.TypeFor[EntryItem](),
		"component":     reflect.TypeFor[EntryComponent](),
		"clue":          reflect.TypeFor[EntryClue](),
		"reason":        reflect.TypeFor[ReasonDocument](),
		"reasonVerdict": reflect.TypeFor[ReasonVerdict](),
	})
	forms := []string{
		catalogue.FormMisspelt, catalogue.FormUID, catalogue.FormRetired,
		catalogue.FormFrameworkMade, catalogue.FormKnownDomain, catalogue.FormNotQualified,
	}
	schema := defs["clue"].(map[string]any)["properties"].(map[string]any)["form"].(map[string]any)["enum"]
	if diff := cmp.Diff(forms, texts(schema)); diff != "" {
		t.Errorf("forms (-explain +schema):\n%s", diff)
	}
}

var gear = catalogue.Entry{
	Finalizer: catalogue.Finalizer{
		Pattern: "gearbox.example.org/", Match: catalogue.MatchPrefix, Kinds: []string{"Gear.example.org"}, Component: "gear keeper",
		WaitsFor: "the gear to stand still", Causes: []string{"the shaft turns", "nobody is there to stop it, although everybody was told to"},
		Needs: "a shaft", Class: catalogue.ClassGivesUp, GivesUpAfter: "an hour", Since: "v2", Until: "v3",
		Loss: "The gear is lost", Risk: "high", Confidence: "low", Source: "example/gearbox@1a2b3c4 gear.go:1", Verified: "2026-11-22",
	},
	Project:    "Gearbox",
	Controller: catalogue.Component{Name: "gear keeper", Workloads: []string{"Deployment/gears"}, FieldManagers: []string{"gears"}},
}

func TestEntryText(t *testing.T) {
	known := &catalogue.Answer{Finalizer: "gearbox.example.org/x", Entries: []catalogue.Entry{gear}}
	bare := &catalogue.Answer{Finalizer: "bare", Kind: "Pod", Elsewhere: true, Entries: []catalogue.Entry{{Finalizer: catalogue.Finalizer{Pattern: "bare", Component: "keeper"}, Project: "Mine"}}}
	unknown := &catalogue.Answer{Finalizer: "x.y", Clues: []catalogue.Clue{{Form: catalogue.FormNotQualified, Text: "it is not domain-qualified, as one would wish that it were"}}}
	for _, tt := range []struct {
		name   string
		answer *catalogue.Answer
		want   string
	}{
		{"known", known, `gearbox.example.org/x

  Found on    Gear.example.org
  Pattern     gearbox.example.org/ (begins with it)
  Project     Gearbox
  Component   gear keeper
  Waits for   the gear to stand still
  Needs       a shaft: without it nobody takes this off
  Taken off   when that has come about, or after an hour,
              whatever came of it
  Causes      - the shaft turns
              - nobody is there to stop it, although
                everybody was told to
  By hand     The gear is lost
  Risk        high: loses data, or leaves something
              outside the cluster
  Look for    workloads Deployment/gears
              field managers gears
              (as in the project's own manifests; yours
              may differ)
  Releases    since v2, until v3
  Confidence  low: seen second hand, or only in part
  Verified    2026-11-22: the lines that take it off were
              read
  Source      example/gearbox@1a2b3c4 gear.go:1
`},
		{"bare", bare, `bare
! not known on Pod. There it may have been copied or set
  by hand, and the controller of another kind will not
  look at it. Elsewhere it is:

  Found on    any kind
  Project     Mine
  Component   keeper
  Verified    no: the lines that take it off were not read
`},
		{"unknown", unknown, `x.y is not in the catalogue. Who takes it off, and what is
lost by hand, is not known.

What its form suggests, which proves nothing:
- it is not domain-qualified, as one would wish that it
  were.

A cluster tells more: who wrote it into an object, and who
may take it off:
  kubectl finalizers why-stuck TYPE/NAME
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, entryPrinted(t, "text", Options{Width: 58}, tt.answer, nil)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestEntryTable(t *testing.T) {
	second := gear
	second.Pattern, second.Risk = "gearbox.example.org/oil", "low"
	list := []catalogue.Entry{gear, second}
	for _, tt := range []struct {
		format string
		width  int
		want   string
	}{
		{"text", 0, `FINALIZER                 RISK   COMPONENT     PROJECT
gearbox.example.org/      high   gear keeper   Gearbox
gearbox.example.org/oil   low    gear keeper   Gearbox
`},
		{"text", 40, `Gearbox
  high   gearbox.example.org/  gear
           keeper
  low    gearbox.example.org/oil  gear
           keeper
`},
		{"wide", 40, `FINALIZER                 RISK   COMPONENT     PROJECT   MATCH    CLASS     CONFIDENCE   VERIFIED     KINDS
gearbox.example.org/      high   gear keeper   Gearbox   prefix   givesUp   low          2026-11-22   Gear.example.org
gearbox.example.org/oil   low    gear keeper   Gearbox   prefix   givesUp   low          2026-11-22   Gear.example.org
`},
		{"name", 0, "gearbox.example.org/\ngearbox.example.org/oil\n"},
	} {
		if diff := cmp.Diff(tt.want, entryPrinted(t, tt.format, Options{Width: tt.width}, nil, list)); diff != "" {
			t.Errorf("%s in %d columns (-want +got):\n%s", tt.format, tt.width, diff)
		}
	}
}

// TestEntryFits prints the whole catalogue into a terminal of 80 columns.
func TestEntryFits(t *testing.T) {
	c := loaded(t)
	all := []string{entryPrinted(t, "text", Options{Width: 80}, nil, c.Entries())}
	for _, e := range c.Entries() {
		all = append(all, entryPrinted(t, "text", Options{Width: 80}, &catalogue.Answer{Finalizer: e.Pattern, Entries: []catalogue.Entry{e}}, nil))
	}
	for _, text := range all {
		for line := range strings.Lines(text) {
			if w := paper.Width(strings.TrimRight(line, "\n")); w > 80 {
				t.Errorf("%d columns: %s", w, line)
			}
		}
	}
}

// TestEntryIsSafe prints what a user's file could hold, in every format.
func TestEntryIsSafe(t *testing.T) {
	const evil = "a\x1b[31m\u202eb\nzz"
	e := catalogue.Entry{
		Finalizer: catalogue.Finalizer{
			ID: evil, Pattern: evil, Match: evil, Kinds: []string{evil}, Component: evil, WaitsFor: evil,
			Causes: []string{evil}, Loss: evil, Risk: evil, Confidence: evil, Source: evil,
			Class: evil, GivesUpAfter: evil, Needs: evil, Since: evil, Until: evil, Verified: evil,
		},
		Project: evil,
		Controller: catalogue.Component{
			Name: evil, Namespaces: []string{evil}, Workloads: []string{evil}, Leases: []string{evil}, FieldManagers: []string{evil},
		},
	}
	answers := []*catalogue.Answer{
		{Finalizer: evil, Kind: evil, Elsewhere: true, Entries: []catalogue.Entry{e, e}},
		{Finalizer: evil, Kind: evil, Clues: []catalogue.Clue{{Form: evil, Text: evil, Names: []string{evil}}}},
		nil,
	}
	for _, format := range EntryFormats() {
		for _, a := range answers {
			for _, columns := range []int{0, 60} {
				got := entryPrinted(t, format, Options{Width: columns}, a, []catalogue.Entry{e, e})
				if strings.ContainsAny(got, "\x1b\u202e") || strings.Contains(got, "\nzz") {
					t.Errorf("%s: %q", format, got)
				}
			}
		}
	}
}

func TestEntryWriteFails(t *testing.T) {
	for _, format := range EntryFormats() {
		p, _ := EntryFor(format)
		_, w := io.Pipe()
		if err := w.CloseWithError(io.ErrClosedPipe); err != nil {
			t.Fatal(err)
		}
		if err := p.Answer(w, &catalogue.Answer{Finalizer: "x", Entries: []catalogue.Entry{gear}}, Options{}); err == nil {
			t.Errorf("%s: a failed write is not reported", format)
		}
	}
	if _, known := EntryFor("xml"); known {
		t.Error("there is no format xml")
	}
}
