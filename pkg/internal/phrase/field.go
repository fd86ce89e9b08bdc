package phrase

import (
	"strings"
	"unicode/utf8"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// faultyField is how the API server names a field that is not valid; in its brackets may be any key.
var faultyField = regex.New(`\b[a-z]\w*(?:\.\w+|\[[^\]\s]*\])+: (?:Forbidden|Invalid value|Required value|Unsupported value|Duplicate value|Too long|Too many)\b`)

// leastFor is the least that is kept of a quotation: of one that names a field which is not valid,
// that with a little beside it.
func leastFor(quote string) int {
	return max(leastQuoted, utf8.RuneCountInString(faultyField.FindString(quote))+leastBeside)
}

// leastBeside is how much of its beginning and end stays beside what is kept of the middle.
const leastBeside = 40

// withField is what is kept of the middle of a text with the field before that of which the text says
// that it is not valid, unless its beginning or its end has that whole: without it nobody can tell what
// to mend. Where both are longer than that, the one field is kept alone; of several, what is said of them.
func withField(text, head, kept, end string, most int) string {
	field := faultyField.FindString(text)
	if at := strings.Index(text, kept); kept != "" && at >= 0 {
		if before := faultyField.FindAllString(text[:at], -1); before != nil {
			field = before[len(before)-1]
		}
	}
	switch {
	case field == "" || strings.Contains(head, field) || strings.Contains(end, field):
		return kept
	case kept != "" && fits(field+": "+kept, most):
		return field + ": " + kept
	case len(faultyField.FindAllString(text, 2)) > 1, !fits(field, most+leastBeside/2):
		return kept
	}
	return field
}
