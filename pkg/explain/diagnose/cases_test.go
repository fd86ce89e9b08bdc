package diagnose_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// eachCase calls back for every case of the archives.
func eachCase(tb testing.TB, visit func(name string, c whyCase)) {
	tb.Helper()
	files, err := filepath.Glob("testdata/why/*.txtar")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no archives (%v)", err)
	}
	for _, file := range files {
		for _, c := range casesOf(tb, file) {
			visit(c.name, c)
		}
	}
}

// cases are those of the archives that were read, by their files.
var cases sync.Map

func casesOf(tb testing.TB, file string) []whyCase {
	tb.Helper()
	if read, ok := cases.Load(file); ok {
		return read.([]whyCase)
	}
	archive, err := txtar.ParseFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	var out []whyCase
	var server serverAnswers
	var also *explain.Elsewhere
	for i := range archive.Files {
		switch f := &archive.Files[i]; {
		case f.Name == "server":
			server = serverAnswers{}
			if err := yaml.UnmarshalStrict(f.Data, &server); err != nil {
				tb.Fatal(err)
			}
		case f.Name == "also.yaml":
			also = elsewhereWith(tb, f.Data)
		case slices.Contains(whySections, f.Name):
			c := readCase(tb, f.Data, server)
			c.section = i
			c.name = strings.TrimSuffix(filepath.Base(file), ".txtar") + "/" + f.Name
			c.also, also = also, nil
			out = append(out, c)
		}
	}
	cases.Store(file, out)
	return out
}

// answers are what is diagnosed in the cases of the archives, by their places.
var answers sync.Map

// answered is what is diagnosed in a case, for who only reads it: it is diagnosed once for
// all tests.
func (c whyCase) answered(tb testing.TB) *explain.Diagnosis {
	tb.Helper()
	key := fmt.Sprint(c.name, c.section)
	if known, ok := answers.Load(key); ok {
		return known.(*explain.Diagnosis)
	}
	known := builtIn(tb)
	d, err := c.run(tb.Context(), known)
	if err != nil {
		tb.Fatal(err)
	}
	answers.Store(key, d)
	return d
}
