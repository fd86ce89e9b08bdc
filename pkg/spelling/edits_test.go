package spelling

import "testing"

func TestEdits(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"abc", "abc", 0},
		{"abc", "ab", 1},
		{"ab", "abc", 1},
		{"abc", "axc", 1},
		{"abc", "acb", 1},
		{"abcd", "badc", 2},
		{"abc", "xyz", 3},
		{"", "ab", 2},
		{"", "abc", 3},
	} {
		if got := Edits(tt.a, tt.b); got != tt.want {
			t.Errorf("Edits(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
