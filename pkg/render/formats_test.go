package render

import (
	"io"
	"regexp"
	"strings"
	"testing"
)

// dotString is a quoted string of the DOT language, and nothing else.
var dotString = regexp.MustCompile(`^"([^"\\\n]|\\.)*"$`)

// mermaidString holds no quote, no line break and no mark-up but our own.
var mermaidString = regexp.MustCompile("^\"([^\"\n<>&%`|\\\\\\]\\[{}#;]|#[0-9]+;|<br/>)*\"$")

func FuzzQuotes(f *testing.F) {
	for _, s := range nasty {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, text := range []string{s, paper.Identifier(s), paper.Prose(s)} {
			if got := quoteDot([]string{text, "b"}); !dotString.MatchString(got) || !strings.HasSuffix(got, `\nb"`) {
				t.Errorf("dot: %q breaks out of %s", text, got)
			}
			if got := quoteMermaid([]string{text, "b"}); !mermaidString.MatchString(got) || !strings.HasSuffix(got, `<br/>b"`) {
				t.Errorf("mermaid: %q breaks out of %s", text, got)
			}
		}
	})
}

func TestFormats(t *testing.T) {
	for _, f := range Formats() {
		if _, ok := For(f); !ok {
			t.Errorf("no printer for %q", f)
		}
	}
	if _, ok := For(""); !ok {
		t.Error("no default printer")
	}
	for _, f := range []string{"xml", "Tree", "tree "} {
		if _, ok := For(f); ok {
			t.Errorf("a printer for %q", f)
		}
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteErrors(t *testing.T) {
	g := readGraph(t, []byte("at: 2026-03-01T12:00:00Z\nincomplete: [{About: {Resource: pods}, Reason: Forbidden}]"))
	for _, f := range Formats() {
		print, _ := For(f)
		if err := print(brokenPipe{}, g, Options{}); err == nil || !strings.HasPrefix(err.Error(), "writing ") {
			t.Errorf("%s: error %v", f, err)
		}
	}
	if err := Problems(brokenPipe{}, g.Incomplete, Options{}); err == nil {
		t.Error("warnings: no error")
	}
}
