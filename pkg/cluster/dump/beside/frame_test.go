package beside

import (
	"strings"
	"testing"
)

// TestUnframed takes off frames and joins what they broke, and leaves all else as it is.
func TestUnframed(t *testing.T) {
	long := "  message: " + strings.Repeat("gear ", 20)
	rest := strings.Repeat("tooth", 3)
	pad := func(line string, width int) string { return line + strings.Repeat(" ", width-len(line)) }
	fresh := func(line string) bool { return strings.HasPrefix(line, "status:") }
	half := strings.Repeat("x", 100)
	for name, tt := range map[string]struct{ text, want string }{
		"a frame":            {"┌── Describe(shop/g1) ──┐\n│ Name:   g1    │\n│ Kind:   Gear  │\n└──────┘\n", "Name:   g1\nKind:   Gear\n"},
		"without its border": {"It shows\n│ a:    │\n│   b   │\nand stays\n", "It shows\na:\n  b\nand stays\n"},
		"columns":            {"║ NAME │ AGE ║\n║ g1   │ 5m  ║\n", "NAME   AGE\ng1     5m\n"},
		"a broken line":      {"│ " + half + " │\n│ " + pad(rest, 100) + " │\n│ " + pad("b", 100) + " │\n", half + rest + "\nb\n"},
		"one broken at a blank": {
			"│ " + half[:99] + "  │\n│ " + pad(rest, 100) + " │\n", half[:99] + " " + rest + "\n",
		},
		"one nearly as wide":         {"│ " + pad("a", 100) + " │\n│ " + half[:95] + " │\n│ " + pad(rest, 100) + " │\n", "a\n" + half[:95] + rest + "\n"},
		"one much narrower":          {"│ " + pad("a", 100) + " │\n│ " + half[:80] + " │\n│ " + pad(rest, 100) + " │\n", "a\n" + half[:80] + "\n" + rest + "\n"},
		"what fills it and is over":  {"│ " + half + " │\n│ " + pad("status: a", 100) + " │\n", half + "\nstatus: a\n"},
		"what is indented behind it": {"│ " + half + " │\n│ " + pad("  b", 100) + " │\n", half + "\n  b\n"},
		"a narrow frame":             {"│ abc │\n│ def │\n", "abc\ndef\n"},
		"one bar":                    {"│ abc │\nand\n", "│ abc │\nand\n"},
		"a tree":                     {"a\n├── b\n│   └── c\n└── d\n", "a\n├── b\n│   └── c\n└── d\n"},
		"broken at one width":        {half + "\n" + half + "\n" + rest + "\nb\n", half + half + rest + "\nb\n"},
		"rows of a table":            {half + "   5m\n" + half + "   6m\n" + half + "   7m\nIt hangs.\n", half + "   5m\n" + half + "   6m\n" + half + "   7m\nIt hangs.\n"},
		"from within a line":         {"```\n" + half[2:] + "\n" + half + "\n" + rest + "\n```\n", "```\n  " + half[2:] + half + rest + "\n```\n"},
		"a sentence of one width":    {half[2:] + "\n" + half + "\n" + rest + "\n", half[2:] + "\n" + half + "\n" + rest + "\n"},
		"much narrower before":       {"```\n" + half[20:] + "\n" + half + "\n" + rest + "\n```\n", "```\n" + half[20:] + "\n" + half + "\n" + rest + "\n```\n"},
		"broken once":                {half + "\n" + rest + "\n", half + "\n" + rest + "\n"},
		"two of one length":          {half + "\n" + half + "\nstatus: a\n", half + "\n" + half + "\nstatus: a\n"},
		"a longer one":               {half + "\n" + half + "\n" + rest + "\n" + long + long + "\n", half + "\n" + half + "\n" + rest + "\n" + long + long + "\n"},
	} {
		if got := Unframed(tt.text, fresh); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, tt.want)
		}
	}
}

// TestUntorn joins a line that goes on behind the edge of a frame, and no others.
func TestUntorn(t *testing.T) {
	for text, want := range map[string]string{
		"a gear is bent:   │\n│  by whom\nnext": "a gear is bent: by whom\nnext",
		"│ a gear │\n│ by whom │\n":             "│ a gear │\n│ by whom │\n",
		"a gear\n│ by whom\n":                   "a gear\n│ by whom\n",
		"a\n├── b\n│   └── c\n":                 "a\n├── b\n│   └── c\n",
	} {
		if got := Untorn(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
