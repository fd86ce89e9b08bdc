package logline

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// pairs reads a line of name=value, as slog, logrus and logfmt write them. It must
// say its message or its level so.
func pairs(text string, _ time.Time) (l Line, ok bool) {
	name, _, found := strings.Cut(text, "=")
	if !found || !isName(name) {
		return l, false
	}
	told := false
	for _, f := range pairsIn(text) {
		switch strings.ToLower(f.Key) {
		case "msg", "message", "level", "lvl", "severity":
			told = true
		}
		l.take(f.Key, f.Value)
	}
	return l, told
}

// isName reports whether a word can be the name of a pair.
func isName(word string) bool {
	return word != "" && strings.IndexFunc(word, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_-./@", c)
	}) < 0
}

// pairsIn reads pairs from a text, and passes over what is none.
func pairsIn(text string) (out []Field) {
	for text = strings.TrimLeft(text, " \t\n"); text != ""; text = strings.TrimLeft(text, " \t\n,") {
		end := strings.IndexAny(text, "= \t\n")
		if end < 0 {
			return out
		}
		key := strings.Trim(text[strings.LastIndexAny(text[:end], "{(")+1:end], `"`) // as Java shows objects: ID{name='a'}
		if text[end] != '=' || !isName(key) {
			text = text[end+1:]
			continue
		}
		var value string
		value, text = valueIn(text[end+1:])
		out = append(out, Field{key, value})
	}
	return out
}

// valueIn reads a value: in quotes, in klog's <…> of several lines, in braces, or up
// to the next blank.
func valueIn(text string) (value, rest string) {
	switch {
	case strings.HasPrefix(text, "<\n"):
		if inner, after, found := strings.Cut(text[2:], "\n >"); found {
			return strings.ReplaceAll(strings.TrimSpace(inner), "\n\t", "\n"), after
		}
		return strings.TrimSpace(text[2:]), ""
	case text != "" && (text[0] == '"' || text[0] == '`'):
		if value, rest, is := inQuotes(text); is {
			return value, rest
		}
	case text != "" && text[0] == '\'':
		if m := inSingle.FindStringSubmatch(text); m != nil {
			return strings.ReplaceAll(m[1], `\'`, "'"), strings.TrimLeft(text[len(m[0]):], "})")
		}
	case text != "" && (text[0] == '{' || text[0] == '['):
		if end := closing(text); end > 0 {
			return text[:end], text[end:]
		}
	}
	if end := strings.IndexAny(text, " \t\n"); end >= 0 {
		return text[:end], text[end:]
	}
	return text, ""
}

// inQuotes reads a value in quotes, also one that was copied in part.
func inQuotes(text string) (value, rest string, is bool) {
	if quoted, err := strconv.QuotedPrefix(text); err == nil {
		value, _ = strconv.Unquote(quoted)
		return value, text[len(quoted):], true
	}
	if text[0] != '"' || closes.MatchString(text) || len(text) < 2 {
		return "", "", false
	}
	value, err := strconv.Unquote(text + `"`)
	return value, "", err == nil
}

// closes is a value in double quotes that has an end, however that is written.
var closes = regex.New(`^"(?:[^"\\]|\\.)*"`)

// inSingle is a value in single quotes.
var inSingle = regex.New(`^'((?:[^'\\\n]|\\.)*)'`)

// closing is where the bracket that a text begins with is closed, 0 where it is not.
func closing(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			quoted, err := strconv.QuotedPrefix(text[i:])
			if err != nil {
				return 0
			}
			i += len(quoted) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// logrusHeader is what logrus shows on a terminal: four letters of the level and the
// seconds since the start.
var logrusHeader = regex.New(`^(DEBU|INFO|WARN|ERRO|FATA|PANI|TRAC)\[[^\]]*\] ?`)

// shortLevel reads what logrus writes for a terminal: a message padded with blanks,
// and pairs.
func shortLevel(text string, _ time.Time) (l Line, ok bool) {
	m := logrusHeader.FindStringSubmatch(text)
	if m == nil {
		return l, false
	}
	rest := text[len(m[0]):]
	l.Level, l.Message = levelOf(m[1]), rest
	if message, tail, found := strings.Cut(rest, "  "); found {
		l.Message = message
		l.takePairs(tail)
	} else {
		l.aside(rest)
	}
	return l, true
}
