package beside

import (
	"strings"
	"testing"
)

// TestMetadata takes lines for metadata that tell of a deletion and a name, and stops where
// they are of something else.
func TestMetadata(t *testing.T) {
	const whole = "  creationTimestamp: \"2024-03-05T12:00:00Z\"\n  deletionTimestamp: \"2024-03-05T13:00:00Z\"\n  finalizers:\n  - zorg.io/a\n  name: g1\n"
	for name, tt := range map[string]struct {
		text string
		want int
	}{
		"metadata":          {whole, 5},
		"and a status":      {whole + "status:\n  ready: true\n", 5},
		"at one margin":     {whole + "  spec:\n    teeth: 3\n", 5},
		"and prose":         {whole + "  It hangs.\n", 5},
		"no name":           {strings.Replace(whole, "  name: g1\n", "", 1), 0},
		"of one that stays": {strings.Replace(whole, "deletionTimestamp", "updateTimestamp", 1), 0},
		"a list alone":      {"  finalizers:\n  - zorg.io/a\n", 0},
		"prose":             {"It hangs.\n", 0},
	} {
		if got, _ := Metadata(strings.Split(tt.text, "\n")); got != tt.want {
			t.Errorf("%s: %d lines, want %d", name, got, tt.want)
		}
	}
}

// TestEscaped puts back the marks before quotes inside quotes, and changes nothing else.
func TestEscaped(t *testing.T) {
	for line, want := range map[string]string{
		`  "zorg.io/state": "{"on":"yes"}",`:     `  "zorg.io/state": "{\"on\":\"yes\"}",`,
		`  "zorg.io/state": "{"on":"yes"}\n"`:    `  "zorg.io/state": "{\"on\":\"yes\"}"`,
		`  "zorg.io/state": "{\"on\":\"yes\"}",`: `  "zorg.io/state": "{\"on\":\"yes\"}",`,
		`  "a": "{}", "b": "{}"`:                 `  "a": "{}", "b": "{}"`,
		`  "a": "{not this}",`:                   `  "a": "{not this}",`,
		`  "a": "it says "no"",`:                 `  "a": "it says "no"",`,
	} {
		if got := escaped(line); got != want {
			t.Errorf("%s became %s, want %s", line, got, want)
		}
	}
}

// TestShortens takes a word for the short name of a kind only where it is spelled within it.
func TestShortens(t *testing.T) {
	for word, want := range map[string]bool{"gb": true, "gbx": true, "gearbox": false, "g": false, "xb": false, "gbz": false, "bg": false} {
		if got := Shortens(word, "GearBox"); got != want {
			t.Errorf("%s for GearBox: %t", word, got)
		}
	}
}

// TestAligned moves a field to where those beside it stand, and none that may stand deeper.
func TestAligned(t *testing.T) {
	for text, want := range map[string]string{
		"  - type: A\n   status: B":   "    status: B",
		"  - type: A\n     status: B": "    status: B",
		"    type: A\n   status: B":   "    status: B",
		"  - type: A\n    status: B":  "    status: B",
		"  type:\n    status: B":      "    status: B",
		"  - type: A\n   words":       "   words",
	} {
		if got := Aligned(strings.Split(text, "\n"), 1); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestUnfenced takes from the lines within a fence the blanks that stand before it, and from no others.
func TestUnfenced(t *testing.T) {
	for text, want := range map[string]string{
		"   ```\n   E0101 a\n     b\n   ```\n   c": "```\nE0101 a\n  b\n   ```\n   c",
		"   ```\n   a: 1\n   ```":                  "   ```\n   a: 1\n   ```",
		"```\n  a: 1\n```\n  b":                    "```\n  a: 1\n```\n  b",
		"  a: 1\n  b: 2":                           "  a: 1\n  b: 2",
	} {
		lines := strings.Split(text, "\n")
		unfenced(lines)
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
