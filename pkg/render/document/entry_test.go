package document

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
)

// TestEntryDocuments validates the whole catalogue, and answers of each shape,
// in both languages.
func TestEntryDocuments(t *testing.T) {
	c, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	valid(t, "entry", "finalizerList", CatalogueOf(c.Entries()))
	valid(t, "entry", "finalizerList", CatalogueOf(nil))
	for _, name := range []string{"finalizers.fluxcd.io", "wrangler.cattle.io/x", "acme.net/none", "orphna", "d30b0e74-1c67-43a2-adac-3f55a85dacfb"} {
		for _, kind := range []string{"", "Pod"} {
			a := c.Lookup(name, kind)
			valid(t, "entry", "finalizer", AnswerOf(&a))
		}
	}
}

// TestEntrySchemaIsTight keeps the schema closed, with the fields of the structs.
func TestEntrySchemaIsTight(t *testing.T) {
	defs := sample.Schema(t, "entry")["$defs"].(map[string]any)
	checkClosed(t, sample.Schema(t, "entry"), map[string]reflect.Type{
		"finalizer":     reflect.TypeFor[Answer](),
		"finalizerList": reflect.TypeFor[Catalogue](),
		"entry":         reflect.TypeFor[Entry](),
		"component":     reflect.TypeFor[Component](),
		"clue":          reflect.TypeFor[Clue](),
		"reason":        reflect.TypeFor[Reason](),
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

// TestReasonDocuments validates every reason in both languages.
func TestReasonDocuments(t *testing.T) {
	for _, text := range explain.Reasons() {
		valid(t, "entry", "reason", ReasonOf(&text, func(v explain.Verdict) int { return len(v) }, own))
	}
}
