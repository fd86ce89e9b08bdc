package document

import (
	"errors"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
)

var update = flag.Bool("update", false, "renew the list of the reasons in a schema")

// own is the program under its plain name.
func own(words ...string) []string { return append([]string{"kubectl", "finalizers"}, words...) }

// valid writes a document in both languages, and validates it against a schema or a part
// of one.
func valid(t *testing.T, schema, part string, document any) {
	t.Helper()
	var asJSON, asYAML strings.Builder
	if err := errors.Join(paper.SendJSON(&asJSON, document), paper.SendYAML(&asYAML, document)); err != nil {
		t.Fatal(err)
	}
	if err := sample.Check(t, schema, part, asJSON.String()); err != nil {
		t.Errorf("%v\n%s", err, &asJSON)
	}
	sample.SameYAML(t, asJSON.String(), asYAML.String())
}

// change is made to a document that a schema accepts, for which it then refuses it.
type change struct{ name, from, to, want string }

func refuses(t *testing.T, schema, sound string, changes []change) {
	t.Helper()
	for _, tt := range append(changes, change{name: "sound"}) {
		t.Run(tt.name, func(t *testing.T) {
			err := sample.Check(t, schema, "", strings.Replace(sound, tt.from, tt.to, 1))
			if (err != nil) != (tt.want != "") || err != nil && !strings.Contains(err.Error(), "\n- "+tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// checkClosed holds that every object in a schema is closed, and that its fields are
// those of its struct. The struct of the document itself stands under "".
func checkClosed(t *testing.T, root map[string]any, structs map[string]reflect.Type) {
	t.Helper()
	defs := root["$defs"].(map[string]any)
	for name, typ := range structs {
		schema := root
		if name != "" {
			schema = defs[name].(map[string]any)
		}
		if schema["additionalProperties"] != false {
			t.Errorf("%q allows additional properties", name)
		}
		all, required := jsonFields(typ)
		if diff := cmp.Diff(all, slices.Sorted(maps.Keys(schema["properties"].(map[string]any)))); diff != "" {
			t.Errorf("%q: fields (-struct +schema):\n%s", name, diff)
		}
		if diff := cmp.Diff(required, slices.Sorted(slices.Values(texts(schema["required"])))); diff != "" {
			t.Errorf("%q: required (-struct +schema):\n%s", name, diff)
		}
	}
	for name, def := range defs {
		if _, checked := structs[name]; !checked && def.(map[string]any)["type"] == "object" {
			t.Errorf("%q is compared with no struct", name)
		}
	}
}

func texts(list any) []string {
	var out []string
	for _, v := range list.([]any) {
		out = append(out, v.(string))
	}
	return out
}

// jsonFields returns the names of a struct's fields in JSON, those of an
// embedded one included, and of these the ones that are always there.
func jsonFields(typ reflect.Type) (all, required []string) {
	for _, f := range reflect.VisibleFields(typ) {
		if f.Anonymous {
			continue
		}
		tag, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, tag)
		if rest != "omitempty" {
			required = append(required, tag)
		}
	}
	slices.Sort(all)
	slices.Sort(required)
	return all, required
}

// sameEnums compares the values that a schema allows with those of the schema of removals.
func sameEnums(t *testing.T, schema string, names ...string) {
	t.Helper()
	defs, removal := sample.Schema(t, schema)["$defs"].(map[string]any), sample.Schema(t, "removal")["$defs"].(map[string]any)
	for _, name := range names {
		if diff := cmp.Diff(texts(removal[name].(map[string]any)["enum"]), texts(defs[name].(map[string]any)["enum"])); diff != "" {
			t.Errorf("%s %s (-removal +%s):\n%s", schema, name, schema, diff)
		}
	}
}

// Every schema is told of in the page about them.
func TestSchemasAreDocumented(t *testing.T) {
	dir := filepath.Dir(sample.SchemaFile(t, "trace"))
	page, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) < 7 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		if name := filepath.Base(file); !strings.Contains(string(page), "("+name+")") {
			t.Errorf("it does not tell of %s", name)
		}
	}
}
