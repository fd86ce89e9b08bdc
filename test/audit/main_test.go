package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	sample := func(n int, seed uint64) string {
		t.Helper()
		var b bytes.Buffer
		if err := run(&b, n, seed); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	first := sample(20, 7)
	if got := strings.Count(first, "\n  Source "); got != 20 {
		t.Errorf("%d entries have a source, want 20:\n%s", got, first)
	}
	if got := strings.Count(first, "\n  Verified "); got != 20 {
		t.Errorf("of %d entries it is said whether they were verified, want 20", got)
	}
	if sample(20, 7) != first {
		t.Error("the same seed draws another sample")
	}
	if sample(20, 8) == first {
		t.Error("another seed draws the same sample")
	}
	if got := strings.Count(sample(100000, 1), "\n  Source "); got < 900 {
		t.Errorf("a sample larger than the catalogue has %d entries", got)
	}
}
