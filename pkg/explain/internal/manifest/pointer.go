package manifest

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// pointer is how words send whoever reads them on to a field of the status.
var pointer = regex.New(`(?i)\b(?:see|check|read|refer to|consult|inspect|look (?:at|in|into)|(?:details|more) (?:is |are )?(?:in|at|under))\s+(?:the )?(?:field )?["'\x60]?\.?(status(?:\.[a-z]\w*)+)`)

// PointsTo is the field of the status to which words send whoever reads them, empty where they name none.
func PointsTo(words string) (field string) {
	if m := pointer.FindStringSubmatch(words); m != nil {
		return m[1]
	}
	return ""
}

// WithPointed are words with what the object says in the field behind them to which they send whoever reads them.
func WithPointed(object map[string]any, words string) string {
	value, _ := FieldAt(object, PointsTo(words))
	told, _ := value.(string)
	if told == "" || strings.Contains(words, told) {
		return words
	}
	return words + ": " + told
}
