//go:build unix

package scripts_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/script"
)

// TestScripts runs every .txtar of this folder.
func TestScripts(t *testing.T) {
	script.Run(t, script.Params{
		Dir: ".", Plugin: labtest.Build(t, "cmd/kubectl-finalizers"),
		Commands: map[string]func(ts *testscript.TestScript, args []string) error{"valid": valid},
	})
}
