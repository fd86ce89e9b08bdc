package beside

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// mostAmong is how many lines of something else may stand within an object.
	mostAmong = 3
	// mostResumed is how many lines are looked at for where the object goes on.
	mostResumed = 400
)

// partOfObject is a field at the margin of an object.
var partOfObject = regex.New(`^(apiVersion|kind|metadata|spec|status):(?:\s|$)`)

// Among is how many of the lines stand within an object in YAML though they are of something else: behind them
// it goes on at its margin with a field that it lacks so far. It is zero where nothing tells that the object
// goes on.
func Among(lines []string, margin int, has func(field string) bool) (n int) {
	for n < len(lines) && n < mostAmong && isAmong(lines[n], margin) {
		n++
	}
	for _, line := range lines[n:min(len(lines), n+mostResumed)] {
		indent := Indent(line)
		switch field := partOfObject.FindStringSubmatch(strings.TrimLeft(line, " ")); {
		case strings.TrimSpace(line) == "" || indent < margin:
			return 0
		case indent > margin && strings.HasPrefix(strings.TrimSpace(line), "```"):
			return 0
		case indent > margin:
		case field != nil && !has(field[1]):
			return n
		default:
			return 0
		}
	}
	return 0
}

// isAmong reports whether a line may be of something else.
func isAmong(line string, margin int) bool {
	text := strings.TrimSpace(line)
	return text != "" && Indent(line) <= margin && !strings.HasPrefix(text, "```") && !partOfObject.MatchString(text) && strings.Trim(text, "-=.") != "" && !called.MatchString(line)
}
