package beside

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// opening is a line of YAML of which the value begins with a quote or a bracket.
var opening = regex.New(`^( *(?:- +)*(?:[\w./-]+: +|- +))(['"\[{].*)$`)

// mostOpen is how many lines a value has at most that the copy ends in.
const mostOpen = 40

// Closed is a text in YAML that ends in the midst of a value in quotes or brackets, with that closed: a text says
// what it says as far as it goes; of a list, only what is whole is known. A name of which the end is missing is
// another name, so that it is left as it is. It is false where the text ends in no such value.
func Closed(lines []string) (out []string, cut bool) {
	end := len(lines)
	for end > 0 && strings.TrimSpace(lines[end-1]) == "" {
		end--
	}
	deepest := -1 // the least that the lines below are indented by
	for at := end - 1; at >= max(end-mostOpen, 0); at-- {
		m := opening.FindStringSubmatch(lines[at])
		if m == nil {
			if n := Indent(lines[at]); strings.TrimSpace(lines[at]) != "" && (deepest < 0 || n < deepest) {
				deepest = n
			}
			continue
		}
		if deepest >= 0 && deepest <= Indent(lines[at]) {
			return lines, false
		}
		value := strings.TrimRight(strings.Join(append([]string{m[2]}, lines[at+1:end]...), "\n"), " \n")
		closed, is := closedValue(value)
		if !is {
			return lines, false
		}
		return append(slices.Clone(lines[:at]), strings.Split(m[1]+closed, "\n")...), true
	}
	return lines, false
}

// closedValue closes a value that is open at its end.
func closedValue(value string) (closed string, open bool) {
	var within byte // the quote that is open
	var brackets []byte
	whole, closing := 1, "" // up to where a list is whole, and what closes it there
	for at := 0; at < len(value); at++ {
		c := value[at]
		switch {
		case within == '"' && c == '\\', within == '\'' && strings.HasPrefix(value[at:], "''"):
			at++
		case within != 0:
			if c == within {
				within = 0
			}
		case (c == '"' || c == '\'') && (at == 0 || strings.IndexByte(" \n[{,:", value[at-1]) >= 0):
			within = c // elsewhere it is of a word: don't
		case c == '[', c == '{':
			brackets = append(brackets, c+2) // the closing one stands two behind in ASCII
			whole, closing = at+1, closings(brackets)
		case (c == ']' || c == '}') && len(brackets) > 0:
			brackets = brackets[:len(brackets)-1]
			whole, closing = at+1, closings(brackets)
		case c == ',' && len(brackets) > 0:
			whole, closing = at, closings(brackets)
		}
		if within == 0 && len(brackets) == 0 {
			return "", false // closed
		}
	}
	switch {
	case len(brackets) > 0:
		return value[:whole] + closing, true
	case !strings.ContainsAny(value, " \n"):
		return "", false
	}
	if trimmed := strings.TrimRight(value, `\`); within == '"' && (len(value)-len(trimmed))%2 == 1 {
		value = value[:len(value)-1]
	}
	return value + string(within), true
}

func closings(brackets []byte) string {
	out := slices.Clone(brackets)
	slices.Reverse(out)
	return string(out)
}
