package paper

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// Isolates keep the reading order of what they enclose from that of the line.
const (
	FirstStrongIsolate = "\u2068"
	PopIsolate         = "\u2069"
)

// Width is the number of columns that s takes in a terminal.
func Width(s string) int {
	if plainText(s) {
		return len(s)
	}
	return lipgloss.Width(s)
}

// Padded is the text with as many blanks after it as fill the columns.
func Padded(text string, columns int) string {
	return text + strings.Repeat(" ", max(columns-Width(text), 0))
}

// plainText reports whether s is printable ASCII, blanks allowed.
func plainText(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// columnBytes is more than the bytes that a column takes in any real text.
const columnBytes = 64

// head returns the longest beginning of s that fits into n columns and ends
// between two characters as a person sees them. It is never empty unless s is:
// a first character that is wider than n is returned as it is.
func head(s string, n int) string {
	n = max(n, 1)
	// A word of a megabyte is cut many times, and must not be measured each time.
	if limit := (n + 2) * columnBytes; limit < len(s) {
		for !utf8.RuneStart(s[limit]) {
			limit--
		}
		if near := s[:limit]; Width(near) > n+1 {
			s = near
		}
	}
	if plainText(s) {
		return s[:min(n, len(s))]
	}
	// The library's cut and its measure differ for a digit that is made an
	// emoji, so the measure has the last word.
	for limit := n; limit > 0; limit-- {
		if h := cut(s, limit); h != "" && Width(h) <= n {
			return h
		}
	}
	for limit := 1; s != ""; limit++ {
		if h := cut(s, limit); h != "" {
			return h
		}
	}
	return ""
}

func cut(s string, n int) string {
	return unstyled.NewStyle().Inline(true).MaxWidth(n).Render(s)
}

// Shorten takes s down to n columns so that its point stays, with an ellipsis where
// something was left out.
func Shorten(s string, n int, ellipsis string) string {
	if Width(s) <= n {
		return s
	}
	if s = phrase.Shortened(s, n, ellipsis); Width(s) <= n {
		return s
	}
	return strings.TrimRight(head(s, n-Width(ellipsis)), " ") + ellipsis
}

// Tell takes a text of this program down to about n columns: where it leads to the words of
// somebody else, only these are cut, and that as little as may be where there is ample room,
// and one without any says first what matters.
func Tell(s string, n int, ample bool, ellipsis string) string {
	if !strings.Contains(s, `"`) {
		return Begin(s, n, ellipsis)
	}
	return Shorten(s, phrase.Room(s, n, ample), ellipsis)
}

// Advise takes what this program advises down to n columns.
func Advise(s string, n int, ellipsis string) string {
	return Shorten(phrase.Advised(s, n, ellipsis), n, ellipsis)
}

// Begin takes a sentence of this program, which says first what matters, down to n columns.
func Begin(s string, n int, ellipsis string) string {
	if Width(s) <= n {
		return s
	}
	return Shorten(phrase.Begun(s, n, ellipsis), n, ellipsis)
}

// RightToLeft reports whether a text has letters that are read so.
func RightToLeft(s string) bool { return strings.IndexFunc(s, rightToLeft) >= 0 }

// Isolate keeps text that is read from right to left from reordering what
// stands beside it on the line. Other text is returned as it is.
func Isolate(s string) string {
	if !RightToLeft(s) {
		return s
	}
	return FirstStrongIsolate + s + PopIsolate
}

// rightToLeft reports whether the character is in one of the blocks that the
// Unicode bidirectional algorithm sets aside for such scripts.
func rightToLeft(r rune) bool {
	switch {
	case r < 0x590:
		return false
	case r <= 0x8ff, r >= 0xfb1d && r <= 0xfdff, r >= 0xfe70 && r <= 0xfeff:
		return true
	default:
		return r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
	}
}

// Fit returns text for one line that takes at most so many columns: cut, with the
// ellipsis at its end, where it takes more.
func Fit(text string, columns int, ellipsis string) string {
	if columns <= Width(ellipsis) {
		return head(text, columns)
	}
	return Shorten(text, columns, ellipsis)
}
