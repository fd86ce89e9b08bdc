package sample

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Firsts are what the golden files of a pattern begin with, by the name of the file.
func Firsts(t *testing.T, pattern string) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root(t), "pkg", "render", "testdata", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files in %s: %v", pattern, err)
	}
	out := map[string][]byte{}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[file] = archive.Files[0].Data
	}
	return out
}
