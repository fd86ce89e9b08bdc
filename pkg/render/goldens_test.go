package render

import (
	"encoding/json"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"sigs.k8s.io/yaml"
)

// What the tests of all answers share: goldens, and documents with their schema.

// goldenFiles are the archives of a pattern, of which there is at least one.
func goldenFiles(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no golden files in %s", pattern)
	}
	return files
}

// printed is what a printer writes of an answer.
func printed[T any](t *testing.T, print func(io.Writer, T, Options) error, answer T, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := print(&b, answer, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// compareGolden compares a section of an archive with what was printed, or renews it.
func compareGolden(t *testing.T, f *txtar.File, raw string) {
	t.Helper()
	got := visible.Replace(raw)
	if *update {
		f.Data = []byte(got)
	}
	if diff := cmp.Diff(string(f.Data), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", f.Name, diff)
	}
}

// compareYAML compares the YAML with the JSON through a reader that this project
// did not write.
func compareYAML(t *testing.T, asJSON, asYAML string) {
	t.Helper()
	back, err := yaml.YAMLToJSONStrict([]byte(asYAML))
	if err != nil {
		t.Fatalf("reading the YAML: %v\n%s", err, asYAML)
	}
	var got, want any
	if err := json.Unmarshal(back, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(asJSON), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("YAML differs from JSON (-json +yaml):\n%s", diff)
	}
}

// firstsAndNames are what the archives begin with, and the names of all their
// sections, one a line.
func firstsAndNames(t *testing.T, files []string) (firsts, names string) {
	t.Helper()
	var all, sections strings.Builder
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(archive.Files[0].Data)
		for _, f := range archive.Files {
			sections.WriteString("\n" + f.Name + "\n")
		}
	}
	return all.String(), sections.String()
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
