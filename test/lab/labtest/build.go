package labtest

import (
	"os/exec"
	"path/filepath"
	"testing"
)

const module = "github.com/kubectl-finalizers/kubectl-finalizers/"

// Stamp is the version that the plugin says it is.
const Stamp = "v1.2.3-script"

// Plugin links the real binary, alone in a folder, and returns its path.
func Plugin(t *testing.T) string {
	t.Helper()
	return filepath.Join(Build(t, "cmd/kubectl-finalizers"), "kubectl-finalizers")
}

// Build links programs of this repository into a folder that it returns. The race
// detector watches the unit tests: it would make every start of a program, of which
// there are thousands, take several times as long.
func Build(t *testing.T, programs ...string) string {
	t.Helper()
	dir := t.TempDir()
	args := []string{"build", "-ldflags", "-s -w -X main.stamp=" + Stamp, "-o", dir + "/"}
	for _, p := range programs {
		args = append(args, module+p)
	}
	if out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput(); err != nil {
		t.Fatalf("building %v: %v\n%s", programs, err, out)
	}
	return dir
}
