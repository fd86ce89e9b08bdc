package catalogue

import (
	"os"
	"strings"
	"testing"
)

// TestDocumentedFile loads the example of the documentation.
func TestDocumentedFile(t *testing.T) {
	data, err := os.ReadFile("../../../docs/catalogue.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "```yaml\n")
	example, _, found := strings.Cut(rest, "```\n")
	if !found {
		t.Fatal("the documentation has no example")
	}
	if _, err := Load(dir(map[string]string{"gearbox.yaml": example})); err != nil {
		t.Error(err)
	}
}
