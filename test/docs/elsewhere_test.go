//go:build unix

package docs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// printed are the archives that hold what a command prints which a document shows and which
// is run elsewhere: there it is compared with what is really printed.
var printed = map[string]string{
	"docs/preflight.md": "test/systems/crossplane/ordered.txtar",
}

func TestPrintedElsewhere(t *testing.T) {
	for doc, path := range printed {
		text, err := os.ReadFile(filepath.Join(repository, doc))
		must(t, err)
		archive, err := os.ReadFile(filepath.Join(repository, path))
		must(t, err)
		_, rest, found := strings.Cut(string(archive), "\n-- printed.txt --\n")
		shown, _, ends := strings.Cut(rest, "\n-- ")
		if !found || !ends {
			t.Fatalf("%s has no printed.txt", path)
		}
		if !strings.Contains(string(text), "```text output\n"+shown+"\n```\n") {
			t.Errorf("%s does not show what %s prints:\n%s", doc, path, shown)
		}
	}
}
