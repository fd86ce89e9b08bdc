package pictures

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
)

// cell is one character as a person sees it, with the marks that it carries.
type cell struct {
	text    string
	columns int // 1, or 2 for a wide character
	style   style
}

// screen is what a terminal shows, row by row. What is wider than the terminal
// goes on in the next row.
type screen struct {
	columns int
	rows    [][]cell
}

// show reads what a program wrote. What a picture cannot show is an error: a
// picture of something else than was printed would be worse than none.
func show(text string, columns int) (*screen, error) {
	s := &screen{columns: columns, rows: [][]cell{nil}}
	var now style
	for text != "" {
		rest, err := s.step(text, &now)
		if err != nil {
			return nil, err
		}
		text = rest
	}
	if last := len(s.rows) - 1; len(s.rows[last]) == 0 {
		s.rows = s.rows[:last] // the cursor's
	}
	return s, nil
}

// step takes one character or control off the text.
func (s *screen) step(text string, now *style) (rest string, err error) {
	switch {
	case strings.HasPrefix(text, "\r\n"):
		s.rows = append(s.rows, nil)
		return text[2:], nil
	case text[0] == '\n':
		s.rows = append(s.rows, nil)
		return text[1:], nil
	case strings.HasPrefix(text, "\x1b["):
		end := strings.IndexFunc(text[2:], func(r rune) bool { return r >= '@' && r <= '~' })
		if end < 0 || text[2+end] != 'm' {
			return "", fmt.Errorf("a picture cannot show the control sequence in %.20q", text)
		}
		return text[2+end+1:], now.apply(text[2 : 2+end])
	}
	c := cell{text: cluster(text), style: *now}
	if r, _ := utf8.DecodeRuneInString(c.text); !shown(r) {
		return "", fmt.Errorf("a picture cannot show %.20q", text)
	}
	if !isolate(c.text) {
		c.columns = max(lipgloss.Width(c.text), 1)
		s.put(c)
	}
	return text[len(c.text):], nil
}

// put appends to the last row, or begins one more.
func (s *screen) put(c cell) {
	last := len(s.rows) - 1
	if used(s.rows[last])+c.columns > s.columns {
		s.rows = append(s.rows, nil)
		last++
	}
	s.rows[last] = append(s.rows[last], c)
}

// used is how many columns a row takes.
func used(row []cell) int {
	n := 0
	for _, c := range row {
		n += c.columns
	}
	return n
}

// shown reports whether a picture can show a character.
func shown(r rune) bool {
	return r != utf8.RuneError && (unicode.IsPrint(r) || isolate(string(r)))
}

// isolate reports whether the text is one of the two characters that the plugin
// puts around what is read from right to left. A picture sets that apart itself.
func isolate(text string) bool { return text == "\u2068" || text == "\u2069" }

const zeroWidthJoiner = '\u200d'

// cluster is the first character of the text as a person sees it: with marks,
// and with what is joined to it.
func cluster(text string) string {
	first, end := utf8.DecodeRuneInString(text)
	joined := false
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		pair := regional(first) && regional(r) && end == utf8.RuneLen(first)
		if !joined && !pair && !extends(r) {
			break
		}
		joined = r == zeroWidthJoiner
		end += size
	}
	return text[:end]
}

// extends reports whether a character belongs to the one before it.
func extends(r rune) bool {
	return r == zeroWidthJoiner || unicode.IsMark(r) || r >= 0x1f3fb && r <= 0x1f3ff // tones of skin
}

// regional reports whether a character is one of the letters that make a flag.
func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }
