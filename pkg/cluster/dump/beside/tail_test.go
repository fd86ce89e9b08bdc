package beside

import (
	"strings"
	"testing"
)

// TestRejoined puts the tail of a broken line behind it, and takes no prose for one.
func TestRejoined(t *testing.T) {
	long := "    selfLink: /apis/zorg.io/v1/gears/" + strings.Repeat("4935b83f", 8)
	more := strings.Repeat("x", len(long))
	fresh := func(line string) bool { return strings.HasPrefix(line, "- ") || plainField.MatchString(line) }
	for name, tt := range map[string]struct{ text, want string }{
		"a tail":               {long + "\n9a72\n    uid: u1\n", long + "9a72\n    uid: u1\n"},
		"of two lines":         {long + "\n" + more + "\n9a72\n    uid: u1\n", long + more + "9a72\n    uid: u1\n"},
		"before a field":       {long + "\n9a72\nspec:\n", long + "9a72\nspec:\n"},
		"of several words":     {long + "\nis bent\n    uid: u1\n", long + "is bent\n    uid: u1\n"},
		"below a longer prose": {"It hangs: " + more + "\n" + long + "\n9a72\n    uid: u1\n", "It hangs: " + more + "\n" + long + "9a72\n    uid: u1\n"},
		"of a narrow terminal": {"  name: gear-4935b8\n3fe8\n  uid: u1\n", "  name: gear-4935b83fe8\n  uid: u1\n"},
		"prose":                {"  name: gear-4935b8\nAnd then it has\n  uid: u1\n", ""},
		"behind a shorter one": {long + "\n    uid: u1\n9a72\n    kind: Gear\n", ""},
		"at the end":           {long + "\n9a72\n", ""},
		"before prose":         {long + "\n9a72\nIt hangs.\n", ""},
		"a field":              {long + "\nspec:\n  a: b\n", ""},
		"an item":              {long + "\n- a\n  b: c\n", ""},
		"left out":             {"  name: gear-4935b8\n...\n  uid: u1\n", ""},
		"nothing":              {long + "\n    uid: u1\n", ""},
	} {
		if tt.want == "" {
			tt.want = tt.text
		}
		if got := Rejoined(tt.text, fresh); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", name, got, tt.want)
		}
	}
}

// TestRejoinedIsQuick looks at many lines of one width in a time that goes with how many these are.
func TestRejoinedIsQuick(t *testing.T) {
	text := strings.Repeat("  ab\nabcd\n", mostRewrapped/10)
	if got := Rejoined(text, func(string) bool { return false }); !strings.HasPrefix(got, "  ababcd\n  ababcd\n") {
		t.Errorf("it begins with %.20q", got)
	}
}
