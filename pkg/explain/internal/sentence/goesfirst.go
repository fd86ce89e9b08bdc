package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// first is how one says before the name of a thing that it has to go before another can.
	first = regex.New(`(?i)\b(?:wait\w*|until|till|unless|blocked (?:by|on)|pending|depends on)\b([^.;]{0,40})$`)
	// otherwise is what stands between that and the name where it is waited for something else.
	otherwise = regex.New(`(?i)\b(?:before|remov\w+|delet\w+|tak\w+|clear\w*|fail\w*|cannot|could|unable|retr\w+)\b`)
	// firstThen is how one says so behind its name.
	firstThen = regex.New(`(?i)^["'` + "`" + `]?,? (?:finalizer )?(?:(?:(?:has|have|needs?|is) to|must|should)\b[^.;]*\b(?:before|first)\b|(?:is )?still (?:there|present|set|on it|exists?)\b|remains\b|is not yet\b|has not (?:yet )?been\b)`)
)

// GoesFirst reports whether a text says that a thing which it names has to go, before something else does.
func GoesFirst(text, name string) bool {
	before, after, named := around(text, name)
	if !named {
		return false
	}
	m := first.FindStringSubmatch(before)
	return m != nil && !otherwise.MatchString(m[1]) || firstThen.MatchString(after)
}

// Named reports whether a text has a name as a word, and not as a part of another one.
func Named(text, name string) bool {
	_, _, named := around(text, name)
	return named
}

// around is what stands before and behind a name in a text.
func around(text, name string) (before, after string, named bool) {
	for from := 0; name != ""; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			break
		}
		at += from
		before, after = text[:at], text[at+len(name):]
		if !beganBefore.MatchString(before) && !goesOn.MatchString(after) {
			return before, after, true
		}
		from = at + len(name)
	}
	return "", "", false
}

var (
	// beganBefore is how a name begins before a part of it, and goesOn how it goes on behind one.
	beganBefore = regex.New(`[\w./-]$`)
	goesOn      = regex.New(`^(?:[\w-]|[./][\w-])`)
)
