package stream

import (
	"slices"
	"strings"
	"testing"
)

// TestFielded reads lines one by one: what stands before and behind one that is none of the object stays.
func TestFielded(t *testing.T) {
	for name, tt := range map[string]struct {
		text, want string
		lost       []int
	}{
		"all well":         {"a: 1\nb:\n- c: 2\n  d: [3]\ne: |\n  any: thing\n   at all", "a: 1\nb:\n- c: 2\n  d: [3]\ne: |\n  any: thing\n   at all", nil},
		"masked":           {"a: ****\nb:\n- ***\n- c: *", "a: \"****\"\nb:\n- \"***\"\n- c: \"*\"", nil},
		"words among":      {"a:\n  b: 1\n  some words\n  c: 2", "a:\n  b: 1\n\n  c: 2", []int{2}},
		"words below":      {"a:\n  ****\nb: 1", "a:\n\nb: 1", []int{1}},
		"a quote open":     {"a: \"b\nc: 1", "a: \"b\"\nc: 1", []int{0}},
		"a quote goes on":  {"a: \"b\n  c: 1\"\nd: 1", "a: \"b\n  c: 1\"\nd: 1", nil},
		"a bracket open":   {"a: [b\nc: 1", "a: \"[b\"\nc: 1", []int{0}},
		"a text goes on":   {"a: b\n  c\nd: 1", "a: b\n  c\nd: 1", nil},
		"a colon too many": {"a: b: c\nd: 1", "a: \"b: c\"\nd: 1", nil},
		"below a value":    {"a: 1\n  b: 2\nc: 3", "a: 1\n\nc: 3", []int{1}},
		"a lost column":    {"a:\n    b: 1\n  c: 2\nd: 3", "a:\n    b: 1\n\nd: 3", []int{2}},
		"a lost head":      {"metadata:\n    z.io/a: /x\n    z.io/b: w\n  name: g", "metadata:\n  annotations: {\"z.io/a\":\"/x\",\"z.io/b\":\"w\"}\n\n  name: g", nil},
		"one of either":    {"metadata:\n    z.io/b: y\n  name: g", "metadata:\n\n  name: g", []int{1}},
		"no keys of those": {"metadata:\n    b: /y\n  name: g", "metadata:\n    b: /y\n", []int{2}},
		"items in items":   {"a:\n- - b\n  - c\n- d", "a:\n- - b\n  - c\n- d", nil},
		"a text too far":   {"a: |\n    b\n  c\nd: 1", "a: |\n    b\n    c\nd: 1", nil},
	} {
		t.Run(name, func(t *testing.T) {
			out, lost := Fielded(strings.Split(tt.text, "\n"))
			if got := strings.Join(out, "\n"); got != tt.want || !slices.Equal(lost, tt.lost) {
				t.Errorf("got %q without %v", got, lost)
			}
		})
	}
}
