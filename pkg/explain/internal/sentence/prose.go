package sentence

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// proseOnly is a line of a person: no line of a log, no field and no command.
var proseOnly = regex.New(`^\s*(?:(?:[-*>]|\d+[.)]) +)?[A-Za-z][^{}=\[\]$|]* [^{}=\[\]$|]*$`)

// logHead is how lines of a log begin that are else like prose.
var logHead = regex.New(`^(?i:error|warning|fatal): |^\s*[IWEF]\d{4} |^[A-Z][a-z]{2} [ \d]\d \d\d:`)

// IsProse reports whether a line is of a person.
func IsProse(line string) bool { return proseOnly.MatchString(line) && !logHead.MatchString(line) }

var (
	// cellsOf is a row of a table, and typedWith a command with a flag.
	cellsOf   = regex.New(`\S(?: {3,}|\t+)\S.*\S(?: {3,}|\t+)\S`)
	typedWith = regex.New(`^(?:kubectl|oc|k|helm) [a-z].* --?[a-z]`)
)

// advice is what a program asks whoever reads its error for.
var advice = regex.New(`(: .*?[.,;(] ?)[Pp]lease .*`)

// WithoutAdvice is an error without what it asks whoever reads it for.
func WithoutAdvice(text string) string { return advice.ReplaceAllString(text, "$1") }

// ProseIn is what a person writes among lines: a sentence that begins on a line of its own follows a point.
func ProseIn(lines []string) string {
	var prose strings.Builder
	goesOn := false
	for _, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case !IsProse(line) || cellsOf.MatchString(line) || typedWith.MatchString(line):
			goesOn = false
			continue
		case goesOn && line[0] >= 'a' && line[0] <= 'z':
			prose.WriteString(" " + line)
		default:
			prose.WriteString("\n. " + line)
		}
		goesOn = !strings.HasSuffix(line, ":")
	}
	return prose.String()
}
