// Package schema compares documents with the schemas of docs/schema, for tests.
package schema

import (
	"bytes"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Check says what a schema has against a document. The schema is that of a file,
// or a part of it: "entry.v1.json#/$defs/finalizer".
func Check(schema string, document []byte) error {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
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
