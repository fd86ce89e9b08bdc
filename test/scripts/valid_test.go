//go:build unix

package scripts_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/schema"
)

// valid NAME: the last standard output is one JSON document or more, each of
// which docs/schema/NAME.v1.json describes.
func valid(ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: valid NAME")
	}
	documents := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	for n := 0; ; n++ {
		var document json.RawMessage
		err := documents.Decode(&document)
		if errors.Is(err, io.EOF) && n > 0 {
			return nil
		}
		if err == nil {
			err = schema.Check("../../docs/schema/"+args[0]+".v1.json", document)
		}
		if err != nil {
			return fmt.Errorf("document %d: %w", n+1, err)
		}
	}
}
