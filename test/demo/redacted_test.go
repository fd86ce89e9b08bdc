package demo_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/demo"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab/labtest"
)

// TestDemoRedacted takes out of the snapshots what one that is made today leaves
// out. The answers are the same, to the letter.
func TestDemoRedacted(t *testing.T) {
	plugin := labtest.Plugin(t)
	for _, incident := range demo.Incidents() {
		t.Run(incident.Name, func(t *testing.T) {
			words, err := demo.Words(".", incident)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "again.json")
			redactSnapshot(t, demo.SnapshotFile(".", incident), file)
			from := words[len(words)-1]
			for _, command := range []string{"trace", "why-stuck", "remove"} {
				args := append([]string{command}, words[:len(words)-1]...)
				before, _ := exec.Command(plugin, append(args, "-o", "json", from)...).Output() // its code says what is stuck
				after, _ := exec.Command(plugin, append(args, "-o", "json", "--from="+file)...).Output()
				if len(before) < 100 {
					t.Fatalf("%s answers %q", command, before)
				}
				if diff := cmp.Diff(strings.ReplaceAll(string(before), from[len("--from="):], file), string(after)); diff != "" {
					t.Errorf("%s (-before +after):\n%s", command, diff)
				}
			}
		})
	}
}

func redactSnapshot(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	var snapshot map[string]any
	if err := json.Unmarshal(text, &snapshot); err != nil {
		t.Fatal(err)
	}
	items, _ := snapshot["items"].([]any)
	if len(items) < 10 {
		t.Fatalf("only %d objects", len(items))
	}
	var r redact.Redactor
	for i := range items {
		items[i] = r.Object(items[i].(map[string]any))
	}
	out, err := redact.Encode(snapshot)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, out, 0o600); err != nil {
		t.Fatal(err)
	}
}
