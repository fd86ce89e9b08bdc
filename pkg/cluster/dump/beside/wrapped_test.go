package beside

import (
	"strings"
	"testing"
)

// TestUnwrapped takes off what a container runtime puts around a line, and leaves what a program has so called.
func TestUnwrapped(t *testing.T) {
	logged := func(line string) bool { return strings.HasPrefix(line, "{") || strings.HasPrefix(line, "E0201") }
	for line, want := range map[string]string{
		`{"log":"E0201 it is bent\n","stream":"stderr","time":"2026-02-01T10:00:00.5Z"}`: "E0201 it is bent",
		`{"log":"it is bent\n","stream":"stderr","time":"2026-02-01T10:00:00.5Z"}`:       "2026-02-01T10:00:00.5Z it is bent",
		`{"log":"\"Unhandled Error\" err=\"bent\""}`:                                     `"Unhandled Error" err="bent"`,
		`2026-02-01T10:00:00.000188058Z stderr F {"msg":"it is bent"}`:                   `{"msg":"it is bent"}`,
		`2026-02-01T10:00:00.000188058Z stdout F it is bent`:                             "2026-02-01T10:00:00.000188058Z it is bent",
		`2026-02-01T10:00:00Z wrote to stderr first`:                                     `2026-02-01T10:00:00Z wrote to stderr first`,
		`{"log":"gear.log","level":"error","msg":"it is bent"}`:                          `{"log":"gear.log","level":"error","msg":"it is bent"}`,
		`{"log":"","stream":"stderr"}`:                                                   `{"log":"","stream":"stderr"}`,
		`{"log":{"level":"error"},"time":"x"}`:                                           `{"log":{"level":"error"},"time":"x"}`,
		`{"log":"it is be`:                                                               `{"log":"it is be`,
	} {
		if got := Unwrapped(line, logged); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", line, got, want)
		}
	}
}
