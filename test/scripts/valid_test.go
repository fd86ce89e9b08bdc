//go:build unix

package scripts_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/jsonschema"
)

// valid NAME: the last standard output is one JSON document or more, each of
// which docs/schema/NAME.v1.json describes.
func valid(ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: valid NAME")
	}
	root, err := schemaNamed(args[0])
	if err != nil {
		return err
	}
	documents := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	documents.UseNumber()
	for n := 0; ; n++ {
		var document map[string]any
		err := documents.Decode(&document)
		if errors.Is(err, io.EOF) && n > 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading document %d: %w", n+1, err)
		}
		v := jsonschema.Validator{Root: root}
		v.Check("$", root, document)
		if len(v.Problems) > 0 {
			return fmt.Errorf("document %d is not what %s.v1.json describes:\n%s", n+1, args[0], strings.Join(v.Problems, "\n"))
		}
	}
}

func schemaNamed(name string) (map[string]any, error) {
	file, err := os.Open("../../docs/schema/" + name + ".v1.json")
	if err != nil {
		return nil, fmt.Errorf("looking for the schema: %w", err)
	}
	defer file.Close()
	d := json.NewDecoder(file)
	d.UseNumber()
	var root map[string]any
	if err := d.Decode(&root); err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	return root, nil
}
