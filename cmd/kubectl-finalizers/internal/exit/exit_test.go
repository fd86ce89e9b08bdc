package exit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	tests := map[string]struct {
		err  error
		code Code
		text string
	}{
		"nothing":          {nil, OK, ""},
		"plain":            {errors.New("reading it: gone"), Failed, "error: reading it: gone\n"},
		"several lines":    {errors.New("one\ntwo\t three"), Failed, "error: one two three\n"},
		"usage":            {Usage(errors.New("no"), "yes"), Misused, "error: no\nhint: yes\n"},
		"wrapped":          {fmt.Errorf("doing: %w", Usage(errors.New("no"), "")), Misused, "error: doing: no\n"},
		"code alone":       {&Error{Code: Stuck}, Stuck, ""},
		"escapes":          {&Error{Code: Failed, Err: errors.New("no \x1b[31mred"), Hint: "there is a\x1b]0;b\a"}, Failed, "error: no \\x1b[31mred\nhint: there is a\\x1b]0;b\\x07\n"},
		"interrupted":      {fmt.Errorf("listing: %w", context.Canceled), Failed, "error: interrupted\n"},
		"deadline is told": {fmt.Errorf("listing: %w", context.DeadlineExceeded), Failed, "error: listing: context deadline exceeded\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			code := Stream{W: &b}.Report(tt.err)
			if code != tt.code || b.String() != tt.text {
				t.Errorf("got %d %q, want %d %q", code, b.String(), tt.code, tt.text)
			}
		})
	}
}

// TestStreamOfCluster has each line name the cluster behind its label, whatever it says.
func TestStreamOfCluster(t *testing.T) {
	var b bytes.Buffer
	s := Stream{W: &b, Cluster: "a\x1b[31m"}
	s.Report(Usage(errors.New("no"), "see b: c"))
	s.Report(context.Canceled)
	s.Say("warning", "b c: d")
	want := "error: a\\x1b[31m: no\nhint: a\\x1b[31m: see b: c\nerror: a\\x1b[31m: interrupted\nwarning: a\\x1b[31m: b c: d\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func TestMeant(t *testing.T) {
	names := []string{"--observe", "--output", "--namespace", "HolderScaledDown", "HolderScaledDown", "json", "crossplane", "a"}
	for typed, want := range map[string]string{
		"--observ":                 "--observe",
		"--ouptut":                 "--output",
		"holderscaleddown":         "HolderScaledDown",
		"jsn":                      "json",
		"crosplane":                "crossplane",
		"--obverse":                "--observe",
		"xml":                      "",
		"b":                        "",
		"":                         "",
		"entirely-different":       "",
		strings.Repeat("x", 10000): "",
	} {
		if got := strings.Join(Meant(typed, names), " "); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if got := Meant("abcd", []string{"abcz", "abcx", "abcy", "abcw"}); len(got) != MostMeant || got[0] != "abcw" {
		t.Errorf("of many: %v", got)
	}
	for want, names := range map[string][]string{"": nil, "did you mean a?": {"a"}, "did you mean a, b or c?": {"a", "b", "c"}} {
		if got := DidYouMean(names); got != want {
			t.Errorf("%v: %q", names, got)
		}
	}
}
