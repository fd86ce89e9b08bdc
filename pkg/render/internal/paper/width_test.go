package paper

import (
	"testing"
)

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		text     string
		columns  int
		ellipsis string
		want     string
	}{
		{"0123", 4, "…", "0123"},
		{"01234", 4, "…", "012…"},
		{"01234", 4, "...", "0..."},
		{"01234", 2, "...", "01"},
		{"名前名前", 6, "…", "名前…"},
		{"名前名前", 5, "…", "名前…"},
		{"e\u0301e\u0301e\u0301", 3, "…", "e\u0301e\u0301e\u0301"},
	} {
		if got := Fit(tt.text, tt.columns, tt.ellipsis); got != tt.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", tt.text, tt.columns, got, tt.want)
		}
	}
}
