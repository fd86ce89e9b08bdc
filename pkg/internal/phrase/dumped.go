package phrase

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// dumps is how a program of Go begins to print a whole object into a sentence.
var dumps = regex.New(`&?\{?(?:Object:)?map\[\w`)

// leastDumped is how long what is printed is that tells nobody anything.
const leastDumped = 80

// undumped leaves out whole objects that a program of Go has printed into a text, also one in the midst of which it
// ends.
func undumped(text, ellipsis string) string {
	for from := 0; ; {
		at := dumps.FindStringIndex(text[from:])
		if at == nil {
			return text
		}
		begins := from + at[0]
		end := closedAt(text, begins)
		if end-begins < leastDumped {
			from += at[1]
			continue
		}
		text = text[:begins] + ellipsis + text[end:]
		from = begins + len(ellipsis)
	}
}

// closedAt is where the brackets are closed that a text opens from a place on, or else where what is quoted ends, or the
// text.
func closedAt(text string, from int) int {
	depth := 0
	for at := from; at < len(text); at++ {
		switch text[at] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth <= 0 {
				return at + 1
			}
		}
	}
	if end := strings.LastIndexByte(text, '"'); end > from {
		return end
	}
	return len(text)
}
