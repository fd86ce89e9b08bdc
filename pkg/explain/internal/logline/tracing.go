package logline

import (
	"strconv"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// tracingHead is how tracing, which programs of Rust log with, begins a line for people: the time,
// the level, the spans that it is in, and the path of where in the program it was written.
var tracingHead = regex.New(`^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)\s+(TRACE|DEBUG|INFO|WARN|ERROR)\s+((?:[\w ]+(?:\{[^}]*\})?:\s?)*?)(?:(?:\w+::)+\w+|[a-z][a-z0-9]*_\w+): `)

// What kube-runtime calls the object that it looks at, and why it does.
const (
	runtimeObject = "object.ref"
	runtimeReason = "object.reason"
)

// tracing reads a line of such a program: what is said, and then what of, as pairs of which the
// values are in no quotes and may have blanks.
func tracing(text string, _ time.Time) (l Line, ok bool) {
	m := tracingHead.FindStringSubmatch(text)
	if m == nil {
		return l, false
	}
	l.At, l.Level = moment(m[1]), levelOf(m[2])
	message, fields := unquotedPairs(text[len(m[0]):])
	l.Message = message
	for _, f := range append(pairsIn(m[3]), fields...) {
		if f.Key != runtimeReason {
			l.take(f.Key, unquoted(strings.TrimRight(f.Value, "}:")))
		}
	}
	return l, true
}

// unquoted is a value that is one text in quotes without these.
func unquoted(value string) string {
	if inner, err := strconv.Unquote(value); err == nil && strings.HasPrefix(value, `"`) {
		return inner
	}
	return value
}

// unquotedPair is where the next pair begins.
var unquotedPair = regex.New(`(?:^|\s)([a-z_]\w*(?:\.[a-z_]\w*)*)=`)

// unquotedPairs parts a text from the pairs at its end. What stands in brackets or in quotes is of
// the value before.
func unquotedPairs(text string) (before string, out []Field) {
	before, from, open := text, 0, brackets{}
	for _, at := range unquotedPair.FindAllStringSubmatchIndex(text, -1) {
		open.read(text[from:at[0]])
		if from = at[0]; open.depth != 0 || open.quoted {
			continue
		}
		if len(out) == 0 {
			before = text[:at[0]]
		} else {
			last := &out[len(out)-1]
			last.Value = strings.TrimSpace(last.Value[:len(last.Value)-len(text[at[0]:])])
		}
		out = append(out, Field{text[at[2]:at[3]], text[at[1]:]})
	}
	return strings.TrimSpace(before), out
}

// brackets counts those that are open, outside of quotes.
type brackets struct {
	depth  int
	quoted bool
}

func (b *brackets) read(text string) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case b.quoted && c == '\\':
			i++
		case c == '"':
			b.quoted = !b.quoted
		case b.quoted:
		case strings.IndexByte("([{", c) >= 0:
			b.depth++
		case strings.IndexByte(")]}", c) >= 0:
			b.depth--
		}
	}
}
