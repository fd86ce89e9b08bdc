//go:build unix

// Package docs_test proves that the documents are true: what they tell a person
// to run is run, and their manifests do what they say.
package docs_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/script"
)

// repository is the folder that the documents are in.
const repository = "../.."

// TestScripts runs the scripts. Beside the usual commands
// they have
//
//	document PATH                            copies a file of the repository
//	k9s KEY GROUP RESOURCE NAMESPACE NAME    runs what k9s would on a key
func TestScripts(t *testing.T) {
	script.Run(t, script.Params{
		Dir: "scripts", Plugin: labtest.Build(t, "cmd/kubectl-finalizers"),
		Commands: map[string]func(ts *testscript.TestScript, args []string) error{"document": document, "k9s": k9s},
	})
}

func document(ts *testscript.TestScript, args []string) error {
	for _, path := range args {
		text, err := os.ReadFile(filepath.Join(repository, path))
		if err != nil {
			return err
		}
		if err := os.WriteFile(ts.MkAbs(filepath.Base(path)), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
