package phrase

import "testing"

func TestIsUUID(t *testing.T) {
	for text, want := range map[string]bool{
		"d30b0e74-1c67-43a2-adac-3f55a85dacfb":  true,
		"D30B0E74-1C67-43A2-ADAC-3F55A85DACFB":  true,
		"d30b0e74-1c67-43a2-adac-3f55a85dacf":   false,
		"d30b0e74-1c67-43a2-adac-3f55a85dacfb0": false,
		"d30b0e741-c67-43a2-adac-3f55a85dacfb":  false,
		"a-node-of-zone-1-called-worker-12.exa": false,
		"":                                      false,
	} {
		if IsUUID(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}
