package catalogue

import (
	"bytes"
	"encoding/json"
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
	var want bytes.Buffer
	want.WriteString("[")
	for i, file := range files {
		line, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			want.WriteString(",")
		}
		want.WriteString("\n")
		want.Write(line)
	}
	want.WriteString("\n]\n")
	if *update {
		if err := os.WriteFile("catalogue.json", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want.String(), string(index)); diff != "" {
		t.Errorf("catalogue.json is not made from the files as they stand (-want +got); run go generate ./pkg/explain/catalogue\n%s", diff)
	}
	var got []source
	if err := json.Unmarshal(index, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(files, got, cmp.AllowUnexported(source{})); diff != "" {
		t.Errorf("the index loses something (-want +got):\n%s", diff)
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
