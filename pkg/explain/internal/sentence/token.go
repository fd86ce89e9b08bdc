package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// token is a word, a quoted name or a mark of a text.
type token struct {
	text   string // without its quotes
	low    string // in lower case, empty for what is quoted and for what is opaque
	quoted bool
	opaque bool // an address, a path or an identifier: nothing in it is a name
	depth  int  // of the parentheses around it
	at     int  // where it begins in the text
	end    int
}

const (
	space  = " \t\r"
	marks  = ",;()[]{}\n"
	quotes = "\"'`"
)

// tokensOf takes a text apart.
func tokensOf(text string) []token {
	var out []token
	depth := 0
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case strings.IndexByte(space, c) >= 0:
			i++
			continue
		case c == '\\' && i+1 < len(text) && text[i+1] == '"':
			i++ // a quote in a text that was quoted itself
			continue
		case strings.IndexByte(quotes, c) >= 0:
			if inner, end := quotedAt(text, i); end > 0 {
				out = append(out, wordToken(inner, i, end, depth, true))
				i = end
				continue
			}
			i++
			continue
		case strings.IndexByte(marks, c) >= 0:
			depth = depthAfter(depth, c)
			out = append(out, token{text: text[i : i+1], low: text[i : i+1], depth: depth, at: i, end: i + 1})
			i++
			continue
		}
		end := wordEnd(text, i)
		out = append(out, splitWord(text, i, end, depth)...)
		i = end
	}
	return out
}

func depthAfter(depth int, c byte) int {
	switch {
	case c == '(':
		return depth + 1
	case c == ')' && depth > 0:
		return depth - 1
	}
	return depth
}

// quotedAt is the text between the quote at i and the one that closes it, where that
// is one word. An apostrophe opens nothing.
func quotedAt(text string, i int) (inner string, end int) {
	if text[i] == '\'' && i > 0 && phrase.Alphanumeric(text[i-1]) {
		return "", 0
	}
	length := strings.IndexByte(text[i+1:], text[i])
	if length <= 0 {
		return "", 0
	}
	inner = text[i+1 : i+1+length]
	if strings.ContainsAny(inner, space+"\n") {
		return "", 0
	}
	if inner = strings.TrimSuffix(inner, `\`); inner == "" {
		return "", 0
	}
	return inner, i + length + 2
}

// wordEnd is where the word at i ends. A quote ends it but for an apostrophe.
func wordEnd(text string, i int) int {
	for ; i < len(text); i++ {
		c := text[i]
		if strings.IndexByte(space+marks+"\"`", c) >= 0 {
			break
		}
	}
	return i
}

// splitWord takes the marks off the end of a word.
func splitWord(text string, at, end, depth int) []token {
	stop := end
	for stop > at && strings.IndexByte(".:!?'\\", text[stop-1]) >= 0 {
		stop--
	}
	var out []token
	if stop > at {
		out = append(out, wordToken(text[at:stop], at, stop, depth, false))
	}
	for ; stop < end; stop++ {
		if mark := text[stop : stop+1]; mark != "'" && mark != `\` {
			out = append(out, token{text: mark, low: mark, depth: depth, at: stop, end: stop + 1})
		}
	}
	return out
}

func wordToken(word string, at, end, depth int, quoted bool) token {
	t := token{text: word, quoted: quoted, depth: depth, at: at, end: end}
	t.opaque = strings.Contains(word, "://") || strings.HasPrefix(word, "/") || strings.HasPrefix(word, "arn:") || strings.ContainsAny(word, "@?&%\\")
	if !quoted && !t.opaque {
		t.low = strings.ToLower(word)
	}
	return t
}

// is reports whether the token is one of the words.
func (t *token) is(words ...string) bool { return t.low != "" && slices.Contains(words, t.low) }

// plain reports whether the token is a word of prose: letters and hyphens alone.
func (t *token) plain() bool {
	return t.low != "" && strings.IndexFunc(t.text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '\''
	}) < 0
}
