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
		"a count falls":         {"9 items left (3s ago)", "5 items left (1s ago)", true},
		"one of two":            {"2 of 9 nodes (3s ago)", "1 of 9 nodes (1s ago)", true},
		"attempts":              {"attempt 3 failed (3s ago)", "attempt 4 failed (1s ago)", false},
		"one falls, one grows":  {"2 left, try 3 (3s ago)", "1 left, try 4 (1s ago)", false},
		"other words":           {"9 items left (3s ago)", "5 volumes left (1s ago)", false},
		"the same":              {"9 items left (3s ago)", "9 items left (9s ago)", false},
		"only its age is lower": {"it waits (9s ago)", "it waits (3s ago)", false},
	} {
		t.Run(name, func(t *testing.T) {
			was := []explain.Evidence{{Kind: explain.Said, Source: "status.message", Fact: tt.was}}
			is := []explain.Evidence{{Kind: explain.Said, Source: "status.message", Fact: tt.is}}
			if got := fallen(was, is); (got != "") != tt.want {
				t.Errorf("%q, %q: %q", tt.was, tt.is, got)
			}
		})
	}
}
