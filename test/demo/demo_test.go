package demo_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/demo"
)

// TestDemo runs what make demo runs, and reads the answers.
func TestDemo(t *testing.T) {
	plugin := filepath.Join(t.TempDir(), "kubectl-finalizers")
	build := exec.Command("go", "build", "-o", plugin, "github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the plugin: %v\n%s", err, out)
	}
	wants := map[string][]string{
	}
	for _, incident := range demo.Incidents() {
		t.Run(incident.Name, func(t *testing.T) {
			words, err := demo.Words(".", incident)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := demo.Show(t.Context(), &out, incident, demo.Asking{Plugin: plugin, Words: words}); err != nil {
				t.Fatal(err)
			}
			if len(wants[incident.Name]) == 0 {
				t.Error("nothing is expected of it")
			}
			// Lines are folded to the width of a terminal; the words are the same.
			answer := strings.Join(strings.Fields(out.String()), " ")
			for _, want := range wants[incident.Name] {
				if !strings.Contains(answer, want) {
					t.Errorf("the answer lacks %q:\n%s", want, &out)
				}
			}
		})
	}
}
