package render

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestStepsDiscreet shows the two in documents.
func TestStepsDiscreet(t *testing.T) {
	s := stepOf(&explain.Step{Text: "a", Command: []string{"kubectl", "get", "secrets/s", "-o", "yaml"}})
	if s.Command[0] != "sh" || !strings.HasPrefix(s.Shell, "sh -c ") || s.Withheld != "" {
		t.Errorf("a Secret is printed: %+v", s)
	}
	s = stepOf(&explain.Step{Text: "a", Command: []string{"kubectl", "get", "pods", "-l", "a=\n$(id)"}})
	if len(s.Command) > 0 || s.Shell != "" || !strings.HasPrefix(s.Withheld, "no ready command: ") {
		t.Errorf("a line break is part of a command: %+v", s)
	}
}
