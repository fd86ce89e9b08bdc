package catalogue

import (
	"os"
	"strings"
	"testing"
)

// TestEverythingIsDocumented finds each variable and each placeholder in the
// documentation of the format.
func TestEverythingIsDocumented(t *testing.T) {
	data, err := os.ReadFile("../../../docs/catalogue.md")
	if err != nil {
		t.Fatal(err)
	}
	names := placeholders()
	for _, v := range variables() {
		names = append(names, v.name)
	}
	for _, name := range names {
		if !strings.Contains(string(data), "`"+name+"`") {
			t.Errorf("docs/catalogue.md does not say what %s is", name)
		}
	}
}
