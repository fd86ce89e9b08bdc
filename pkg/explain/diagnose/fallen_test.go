package diagnose

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

func TestFallen(t *testing.T) {
	for name, tt := range map[string]struct {
		was, is string
		want    bool
	}{
		"a count falls":         {"9 items left", "5 items left", true},
		"one of two":            {"2 of 9 nodes", "1 of 9 nodes", true},
		"a share grows":         {"21%", "24%", true},
		"more of all":           {"3 of 9", "4 of 9", true},
		"more of all are done":  {"42 of 1200 objects are deleted", "44 of 1200 objects are deleted", true},
		"of other things":       {"42 of 1200 objects are deleted", "44 of 1200 leases are ended", false},
		"counted failures":      {"cannot delete bucket logs: AccessDenied (attempt 4 of 10)", "cannot delete bucket logs: AccessDenied (attempt 5 of 10)", false},
		"more are away":         {"3 of 9 nodes unreachable", "4 of 9 nodes unreachable", false},
		"a network":             {"10.0.0.1/24 is served", "10.0.0.2/24 is served", false},
		"fewer are done":        {"attempt 4 of 9, 3 failed", "attempt 5 of 9, 4 failed", false},
		"a share falls":         {"24%", "21%", false},
		"of another number":     {"3 of 9", "4 of 12", false},
		"attempts":              {"attempt 3 failed", "attempt 4 failed", false},
		"one falls, one grows":  {"2 left, try 3", "1 left, try 4", false},
		"other words":           {"9 items left", "5 volumes left", false},
		"the same":              {"9 items left", "9 items left", false},
		"only its age is lower": {"it waits", "it waits", false},
	} {
		t.Run(name, func(t *testing.T) {
			was := []explain.Evidence{{Kind: explain.Said, Source: "status.message", Words: tt.was}}
			is := []explain.Evidence{{Kind: explain.Said, Source: "status.message", Words: tt.is}}
			if got := fallen(was, is); (got != "") != tt.want {
				t.Errorf("%q, %q: %q", tt.was, tt.is, got)
			}
		})
	}
}
