package diagnose_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// TestAllRedacted takes out of the objects of every archive what a snapshot leaves
// out of them. Nothing of it was needed: what is diagnosed is the same.
func TestAllRedacted(t *testing.T) {
	if *updateWhy {
		t.Skip("TestWhy writes what is wanted")
	}
	catalogue := builtIn(t)
	files, err := filepath.Glob("testdata/why/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			if file == "testdata/why/object-rule.txtar" {
				t.Skip("only a live server refuses a write, and that one shows the whole schema")
			}
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i := range archive.Files {
				if f := &archive.Files[i]; strings.HasSuffix(f.Name, ".yaml") {
					f.Data = redacted(t, f.Data)
				}
			}
			judge(t, catalogue, archive)
		})
	}
}

// redacted takes out of each document what a snapshot does not hold. The lines
// that ask stay.
func redacted(t *testing.T, objects []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	for line := range bytes.Lines(objects) {
		if bytes.HasPrefix(line, []byte("#")) {
			out.Write(line)
		}
	}
	var r redact.Redactor
	for text := range strings.SplitSeq("\n"+string(objects), "\n---") {
		var obj map[string]any
		if err := yaml.Unmarshal([]byte(text), &obj); err != nil {
			t.Fatal(err)
		}
		if obj == nil {
			continue
		}
		shown, err := redact.Encode(r.Object(obj))
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString("---\n")
		out.Write(shown)
		out.WriteString("\n")
	}
	return out.Bytes()
}
