package beside

import (
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var faultLine = regex.New(`\bline (\d+): `)

// LineOf is the line that an error of the YAML parser names, 0 where it names none.
func LineOf(err error) int {
	if m := faultLine.FindStringSubmatch(err.Error()); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			return n
		}
	}
	return 0
}

// PlainFault is the error without the line, which is counted from elsewhere.
func PlainFault(err error) string {
	text := faultLine.ReplaceAllString(err.Error(), "")
	return strings.TrimPrefix(strings.TrimPrefix(text, "error converting YAML to JSON: "), "yaml: ")
}
