//go:build unix

package scripts_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/script"
)

// TestScripts runs every .txtar of this folder.
func TestScripts(t *testing.T) {
	script.Run(t, script.Params{
		Dir: ".", Plugin: buildPlugin(t),
		Commands: map[string]func(ts *testscript.TestScript, args []string) error{"valid": valid},
	})
}

// buildPlugin links the real binary, with a version of its own so that scripts can
// tell it. The race detector watches the unit tests: it would make every start of the
// binary, of which there are thousands, take several times as long.
func buildPlugin(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("go", "build", "-ldflags", "-X main.stamp=v1.2.3-script",
		"-o", filepath.Join(dir, "kubectl-finalizers"), "github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building the plugin: %v\n%s", err, out)
	}
	return dir
}
