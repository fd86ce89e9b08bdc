package logline

import (
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// statusError is an error of the API server as programs of Go and of Rust print its fields.
var statusError = regex.New(`(?s)(?:&?(?:\w+\.)?StatusError\{.*?\bMessage|\bErrorResponse ?\{.*?\bmessage):\s*("(?:[^"\\]|\\.)*")`)

// spelled puts the message of an error of the API server in the place of its fields.
func spelled(text string) string {
	m := statusError.FindStringSubmatchIndex(text)
	if m == nil {
		return text
	}
	said, err := strconv.Unquote(text[m[2]:m[3]])
	if err != nil || said == "" {
		return text
	}
	from := m[0] + strings.IndexByte(text[m[0]:], '{')
	end := closing(text[from:])
	if end == 0 {
		end = len(text) - from
	}
	before, behind := text[:m[0]], text[from+end:]
	if strings.HasSuffix(before, " (") && strings.Contains(before, said) { // once is enough
		return strings.TrimSuffix(before, " (") + strings.TrimPrefix(behind, ")")
	}
	return before + said + behind
}

// opensStatus reports whether the fields of such an error go on behind a text.
func opensStatus(text string) bool {
	at := strings.Index(text, "StatusError{")
	return at >= 0 && closing(text[at+len("StatusError"):]) == 0
}
