package phrase

import "testing"

func TestKinDomains(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"zorg.io", "zorg.io"}:              true,
		{"mill.zorg.io", "zorg.io"}:         true,
		{"zorg.io", "oil.mill.zorg.io"}:     true,
		{"mill.zorg.io", "oil.zorg.io"}:     false,
		{"zorg.io", "borg.io"}:              false,
		{"gzorg.io", "zorg.io"}:             false,
		{"mill.github.io", "oil.github.io"}: false,
	} {
		if got := KinDomains(pair[0], pair[1]); got != want {
			t.Errorf("%q: %v", pair, got)
		}
	}
}
