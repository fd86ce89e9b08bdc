package sample

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/schema"
)

// root is the folder of the module.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// SchemaFile is where the schema of a name stands.
func SchemaFile(t *testing.T, name string) string {
	t.Helper()
	return filepath.Join(root(t), "docs", "schema", name+".v1.json")
}

// Schema reads the schema of a name.
func Schema(t *testing.T, name string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(SchemaFile(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return Object(t, text)
}

// Object reads a JSON object.
func Object(t *testing.T, text []byte) map[string]any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("reading %s: %v", text, err)
	}
	return v
}

// Check says what a schema has against a document. Part names a definition in the schema
// that the document is to be one of, and is empty for the whole.
func Check(t *testing.T, name, part, document string) error {
	t.Helper()
	file := SchemaFile(t, name)
	if part != "" {
		file += "#/$defs/" + part
	}
	return schema.Check(file, []byte(document))
}

// SameYAML compares the YAML with the JSON through a reader that this project did not
// write.
func SameYAML(t *testing.T, asJSON, asYAML string) {
	t.Helper()
	back, err := yaml.YAMLToJSONStrict([]byte(asYAML))
	if err != nil {
		t.Fatalf("reading the YAML: %v\n%s", err, asYAML)
	}
	if diff := cmp.Diff(Object(t, []byte(asJSON)), Object(t, back)); diff != "" {
		t.Errorf("YAML differs from JSON (-json +yaml):\n%s", diff)
	}
}
