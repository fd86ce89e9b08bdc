package logline

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// varying is what differs between two lines that say the same: times, addresses,
// ids, numbers.
var varying = regex.New(`\b[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}\b|\b(?:0x)?[0-9a-fA-F]*[0-9][0-9a-fA-F]{5,}\b|[0-9]+(?:\.[0-9]+)*`)

// listed is a value that lists several, of which there may be fewer the next time.
var listed = regex.New(`([=:] ?)\[([^\[\]{}]*)\]`)

// Alike is the text without what differs between two lines that say the same. The
// name of the object is kept.
func Alike(text string, keep ...string) string {
	for i, name := range keep {
		if name != "" {
			text = strings.ReplaceAll(text, name, string(rune('\ue000'+i)))
		}
	}
	return listed.ReplaceAllString(varying.ReplaceAllString(text, "#"), "$1[]")
}

// Continues reports whether a line of a log belongs to the entry before it: it is
// indented, or ends a value of several lines. A row of events is indented where describe prints it, and is one of its own.
func Continues(line string) bool {
	return (strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "  ") || strings.HasPrefix(line, " >")) && !eventRow.MatchString(line)
}

// eventRow is how a row of events begins, with its age.
var eventRow = regex.New(`^\s*(?:Warning|Normal)\s+[A-Z][A-Za-z]+\s+(?:\d+[smhdy])+\s`)
