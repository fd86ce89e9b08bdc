package pictures

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// take runs a program that prints what a shot wants of it.
func take(t *testing.T, script string, code int) (*picture, error) {
	t.Helper()
	folder := t.TempDir()
	program := filepath.Join(folder, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return shot{name: "it", args: "it <now>", code: code}.take(t.Context(), program, folder, folder)
}

func TestTake(t *testing.T) {
	p, err := take(t, `test -t 1 && stty size && printf '\033[1m%s\033[0m %s\n' "$1" "$KUBECONFIG$NO_COLOR"; exit 3`, 3)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"$ kubectl finalizers it <now>", "24 100", "it "}, texts(&screen{rows: p.rows})); diff != "" {
		t.Error(diff)
	}
	if p.title != "kubectl finalizers it <now>" {
		t.Error(p.title)
	}
}

// A run that ends otherwise than is expected is no picture.
func TestTakeRefuses(t *testing.T) {
	for script, want := range map[string]string{
		"echo broken; exit 1": "ended with 1, not 0",
		`printf '\033[2J'`:    "cannot show",
	} {
		if _, err := take(t, script, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", script, err)
		}
	}
}
