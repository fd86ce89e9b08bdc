package catalogue

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the generated and the golden files")

// builtin reads the YAML files that the index is made from.
func builtin(tb testing.TB) []source {
	tb.Helper()
	files, err := readDir(os.DirFS("."))
	if err != nil {
		tb.Fatal(err)
	}
	return files
}

func load(tb testing.TB) *Catalogue {
	tb.Helper()
	c, err := Load()
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// TestIndex compares the index with the files that it is made from.
func TestIndex(t *testing.T) {
	files := builtin(t)
	if *update {
		if err := os.WriteFile("index.go", goSource(t, files), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(files, index, cmp.AllowUnexported(source{})); diff != "" {
		t.Errorf("index.go is not made from the files as they stand (-want +got); run go generate ./pkg/explain/catalogue\n%s", diff)
	}
}

// TestAllBuiltinValid runs the checks that Load runs on a user's files.
func TestAllBuiltinValid(t *testing.T) {
	if err := check(builtin(t)); err != nil {
		t.Error(err)
	}
}

func TestBuiltinComponents(t *testing.T) {
	for _, file := range builtin(t) {
		known := map[string]bool{}
		for _, c := range file.Components {
			if known[c.Name] {
				t.Errorf("%s: component %q stands there twice", file.File, c.Name)
			}
			known[c.Name] = true
		}
		for _, f := range file.Finalizers {
			if !known[f.Component] {
				t.Errorf("%s: %q names the component %q, which the file does not have", file.File, f.Pattern, f.Component)
			}
			if f.Source == "" || f.Risk == "" || f.Confidence == "" {
				t.Errorf("%s: %q lacks its source, risk or confidence", file.File, f.Pattern)
			}
			if f.Verified == "" && f.Confidence != ConfidenceLow {
				t.Errorf("%s: nobody read %q in its source, and its confidence is %s", file.File, f.Pattern, f.Confidence)
			}
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(); err != nil {
			b.Fatal(err)
		}
	}
}
