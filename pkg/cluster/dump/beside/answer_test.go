package beside

import (
	"strings"
	"testing"
)

// TestAnswered puts an answer of Azure behind what was asked, and leaves other rules as they are.
func TestAnswered(t *testing.T) {
	rule := strings.Repeat("-", 80) + "\n"
	const head = "RESPONSE 409: 409 Conflict\nERROR CODE: ScopeLocked\n"
	for name, tt := range map[string]struct{ text, want string }{
		"whole": {
			"  Message: DELETE https://a\n" + rule + head + rule + "{\n  \"error\": {\"code\": \"ScopeLocked\"}\n}\n" + rule + "  Reason: x\n",
			"  Message: DELETE https://a RESPONSE 409: 409 Conflict ERROR CODE: ScopeLocked { \"error\": {\"code\": \"ScopeLocked\"} }\n  Reason: x\n",
		},
		"without its body":      {"DELETE https://a\n" + rule + head + rule + "It stays.\n", "DELETE https://a RESPONSE 409: 409 Conflict ERROR CODE: ScopeLocked\nIt stays.\n"},
		"cut behind its status": {"DELETE https://a\n" + rule + "RESPONSE 400: 400 Bad Request\n", "DELETE https://a RESPONSE 400: 400 Bad Request\n"},
		"behind nothing":        {rule + head, rule + head},
		"a rule of prose":       {"a RESPONSE 1\n" + rule + "It stays.\n", "a RESPONSE 1\n" + rule + "It stays.\n"},
		"a short rule":          {"DELETE https://a\n---\n" + head, "DELETE https://a\n---\n" + head},
	} {
		if got := Answered(tt.text); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, tt.want)
		}
	}
}
