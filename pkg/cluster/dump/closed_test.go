package dump

import (
	"bytes"
	"strings"
	"testing"
)

// TestReadCut reads a long text that ends in the middle.
func TestReadCut(t *testing.T) {
	text := []byte("{" + strings.Repeat(`"a": [1, 2, 3], `, 1<<18))
	if _, err := Read(t.Context(), bytes.NewReader(append([]byte(`"kind": "Gear", "metadata": {"name": "g1"}, `), text[1:len(text)-64<<10]...))); err != nil {
		t.Fatal(err)
	}
}
