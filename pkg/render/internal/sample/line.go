package sample

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/hostile"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// Lines fails on what no output may hold: controls other than our own
// colours, characters that reorder or hide text, blanks at the end of a line,
// and lines wider than the limit.
func Lines(t *testing.T, name, text string, limit int) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: broken UTF-8 in %q", name, text)
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		t.Errorf("%s: the last line is not ended", name)
	}
	for l := range strings.SplitSeq(text, "\n") {
		if limit >= 60 && lipgloss.Width(l) > limit {
			t.Errorf("%s: %d columns, more than %d: %q", name, lipgloss.Width(l), limit, l)
		}
		if strings.TrimRight(l, " ") != l {
			t.Errorf("%s: blanks at the end of %q", name, l)
		}
		if strings.Count(l, paper.FirstStrongIsolate) != strings.Count(l, paper.PopIsolate) {
			t.Errorf("%s: an isolate is left open in %q", name, l)
		}
		if r := strings.IndexFunc(withoutOurs(l), hostile.Dangerous); r >= 0 {
			t.Errorf("%s: dangerous character in %q", name, l)
		}
	}
}

// withoutOurs takes out what the renderers themselves may write.
func withoutOurs(l string) string {
	l = strings.NewReplacer(paper.FirstStrongIsolate, "", paper.PopIsolate, "").Replace(l)
	for {
		start := strings.Index(l, "\x1b[")
		if start < 0 {
			return l
		}
		end := start + 2 + strings.IndexFunc(l[start+2:], func(r rune) bool { return r != ';' && (r < '0' || r > '9') })
		if end < start+2 || l[end] != 'm' {
			return l // not a colour: it will be found
		}
		l = l[:start] + l[end+1:]
	}
}

// Text is Lines for a text in which commands are never broken, so
// that they can be copied.
func Text(t *testing.T, name, text string, limit int) {
	t.Helper()
	Lines(t, name, text, 0)
	var rest []string
	for l := range strings.Lines(text) {
		if !IsCommand(l) {
			rest = append(rest, l)
		}
	}
	Lines(t, name, strings.Join(rest, ""), limit)
}

// IsCommand reports whether a line is only a command, or the flags of one.
func IsCommand(l string) bool {
	l = strings.TrimLeft(withoutOurs(l), " ")
	l = strings.TrimLeft(strings.TrimPrefix(l, "Details "), " ")
	return strings.HasPrefix(l, "kubectl ") || strings.HasPrefix(l, "sh -c ") || strings.HasPrefix(l, "'") || strings.HasPrefix(l, "--")
}

func lineWithoutColor(l string) string {
	for strings.Contains(l, "\x1b[") {
		start := strings.Index(l, "\x1b[")
		l = l[:start] + l[start+strings.IndexByte(l[start:], 'm')+1:]
	}
	return l
}

// WithoutColor takes the colours off a whole text.
func WithoutColor(text string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		b.WriteString(lineWithoutColor(l))
	}
	return b.String()
}
