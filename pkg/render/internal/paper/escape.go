package paper

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks bounds the combining marks on one letter. No language needs as many,
// and a stack of hundreds paints over the lines above and below.
const maxMarks = 8

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// Identifier makes a name, a type or a reason safe to print. What a person
// could not see or tell apart is spelled out, because a name must be shown as
// it is: blanks, controls, direction marks, invisible characters. The result
// has no blanks and begins with no combining mark.
func Identifier(s string) string {
	if plainWord(s) {
		return s
	}
	var c cleaner
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			c.invalid(s[i])
		case unicode.IsMark(r) && !c.mark(r):
			c.spell(r)
		case unicode.IsMark(r):
		case r != ' ' && unicode.IsPrint(r):
			c.base(r)
		default:
			c.spell(r)
		}
		i += size
	}
	return c.out.String()
}

// Prose makes a sentence from the cluster safe to print on one line: runs of
// white space become one blank, direction controls and invisible characters are
// dropped, other controls and broken bytes are spelled out. No word of the
// result begins with a combining mark.
func Prose(s string) string {
	var c cleaner
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			c.invalid(s[i])
		case unicode.IsSpace(r):
			c.space()
		case unicode.IsMark(r), r == zeroWidthJoiner, r == zeroWidthNonJoiner:
			c.mark(r)
		case unicode.Is(unicode.Cf, r):
		case unicode.IsPrint(r):
			c.base(r)
		default:
			c.spell(r)
		}
		i += size
	}
	return c.out.String()
}

// plainWord reports whether s is printable ASCII without blanks, as nearly all
// names are.
func plainWord(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// cleaner collects safe text. A pending blank is written with the next
// character, so that none stands at the end.
type cleaner struct {
	out     strings.Builder
	pending bool
	carries bool // the last character can carry a mark
	marks   int
}

func (c *cleaner) space() {
	c.pending = c.out.Len() > 0
	c.carries = false
}

func (c *cleaner) flush() {
	if c.pending {
		c.out.WriteByte(' ')
		c.pending = false
	}
}

func (c *cleaner) base(r rune) {
	c.flush()
	c.out.WriteRune(r)
	c.carries, c.marks = true, 0
}

// mark reports whether the mark is dealt with; it is not where there is no
// letter to carry it.
func (c *cleaner) mark(r rune) bool {
	if !c.carries {
		return false
	}
	if c.marks++; c.marks <= maxMarks {
		c.out.WriteRune(r)
	}
	return true
}

func (c *cleaner) spell(r rune) {
	c.flush()
	c.out.WriteString(spelled(r))
	c.carries = false
}

func (c *cleaner) invalid(b byte) {
	c.flush()
	fmt.Fprintf(&c.out, `\x%02x`, b)
	c.carries = false
}

func spelled(r rune) string {
	switch {
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	default:
		return fmt.Sprintf(`\U%08x`, r)
	}
}

// unseen reports whether a character must be written as an escape where the
// text has to stay exact, as in JSON: a terminal would obey it or hide it.
func unseen(r rune) bool {
	return r != '\n' && !unicode.IsPrint(r)
}
