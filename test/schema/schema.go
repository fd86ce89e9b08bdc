// Package schema compares documents with the schemas of docs/schema, for tests.
package schema

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Check says what a schema has against a document. The schema is that of a file,
// or a part of it: "entry.v1.json#/$defs/finalizer".
func Check(schema string, document []byte) error {
	schema, err := filepath.Abs(schema)
	if err != nil {
		return fmt.Errorf("looking for the schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	compiler.UseLoader(jsonschema.SchemeURLLoader{"file": jsonschema.FileLoader{}, "https": beside(filepath.Dir(schema))})
	compiled, err := compiler.Compile(schema)
	if err != nil {
		return fmt.Errorf("reading the schema: %w", err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return fmt.Errorf("reading %s: %w", document, err)
	}
	return compiled.Validate(value)
}

// beside reads a schema that another refers to from the folder of that one. It has the
// folder.
type beside string

// Load implements jsonschema.URLLoader.
func (folder beside) Load(url string) (any, error) {
	return jsonschema.FileLoader{}.Load("file://" + filepath.ToSlash(filepath.Join(string(folder), path.Base(url))))
}
