package logline

import (
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// serverError is how kubectl prints that the API server has not done what was asked, with the
// class of the answer unless that is none of the usual ones.
var serverError = regex.New(`^(?s:Error from server(?: \((\w+)\))?: (.+))$`)

// refusal reads what kubectl prints of an answer of the API server.
func refusal(text string, _ time.Time) (l Line, ok bool) {
	m := serverError.FindStringSubmatch(text)
	if m == nil {
		return l, false
	}
	answer := m[1]
	if answer == "" {
		answer = "InternalError"
	}
	return Line{Level: Error, Answer: answer, Message: m[2]}, true
}
