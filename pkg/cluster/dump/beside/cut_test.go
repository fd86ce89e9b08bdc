package beside

import (
	"strings"
	"testing"
)

// TestClosed closes the value that a text ends in, keeps of a list what is whole, and leaves a name that may go on
// as it is.
func TestClosed(t *testing.T) {
	for text, want := range map[string]string{
		"a:\n- message: 'it is\n    bent, see":           "a:\n- message: 'it is\n    bent, see'",
		"a:\n- message: 'it''s\n    bent, see\n\n":       "a:\n- message: 'it''s\n    bent, see'",
		"  message: \"it is \\\"bent":                    "  message: \"it is \\\"bent\"",
		"  message: \"it is \\":                          "  message: \"it is \"",
		"  - 'it is bent":                                "  - 'it is bent'",
		"  finalizers: [\"a.io/b\", \"c.io":              "  finalizers: [\"a.io/b\"]",
		"  finalizers: [a.io/b, c.io":                    "  finalizers: [a.io/b]",
		"  finalizers: [\"a.io":                          "  finalizers: []",
		"  c: {a: [1, 2], b":                             "  c: {a: [1, 2]}",
		"  c: {a: [1, {d: 2}, 3":                         "  c: {a: [1, {d: 2}]}",
		"  - {message: it's bent, see, reason: Be":       "  - {message: it's bent, see}",
		"  - {\"message\":\"it's bent\",\"reason\":\"Be": "  - {\"message\":\"it's bent\"}",
		"  name: 'gea":                                   "",
		"  name: 'gear'":                                 "",
		"  message: 'it is\n  name: g1":                  "",
		"  message: it is":                               "",
		"  finalizers: [a, b]\n  annotations:\n    a: b": "",
		"": "",
	} {
		out, cut := Closed(strings.Split(text, "\n"))
		got := strings.Join(out, "\n")
		if cut != (want != "") || cut && got != want || !cut && got != text {
			t.Errorf("%q: got %q, %t, want %q", text, got, cut, want)
		}
	}
}
