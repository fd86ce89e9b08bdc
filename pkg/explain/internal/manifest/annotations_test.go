package manifest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// TestStatementsOfAnnotations has a sentence take the place of the bad state that another annotation of the same sort tells.
func TestStatementsOfAnnotations(t *testing.T) {
	const why = "gate 4 is locked"
	for name, of := range map[string]struct {
		annotations map[string]string
		want        string
	}{
		"a detail":          {map[string]string{"zorg.io/teardown-state": "blocked", "zorg.io/teardown-detail": why}, "blocked: gate 4 is locked (blocked) fails"},
		"a message":         {map[string]string{"zorg.io/phase": "Failed", "zorg.io/message": why}, "Failed: gate 4 is locked (Failed) fails"},
		"another sort":      {map[string]string{"zorg.io/sync-state": "blocked", "zorg.io/teardown-detail": why}, "sync-state: blocked () fails; gate 4 is locked ()"},
		"another domain":    {map[string]string{"zorg.io/teardown-state": "blocked", "acme.test/teardown-detail": why}, "teardown-state: blocked () fails"},
		"a good state":      {map[string]string{"zorg.io/teardown-state": "ready", "zorg.io/teardown-detail": why}, "gate 4 is locked ()"},
		"what it is":        {map[string]string{"zorg.io/status": "Failed", "zorg.io/description": "the shaft of team blue"}, "status: Failed () fails; the shaft of team blue ()"},
		"that it went well": {map[string]string{"zorg.io/last-state": "failed", "zorg.io/last-message": "All gears were removed successfully"}, "last-state: failed () fails; All gears were removed successfully ()"},
		"no sentence":       {map[string]string{"zorg.io/teardown-state": "blocked"}, "teardown-state: blocked () fails"},
	} {
		var said []string
		for _, s := range manifest.StatementsOfAnnotations(of.annotations, func(host string) bool { return host == "zorg.io" }) {
			one := fmt.Sprintf("%s (%s)", s.Text, s.Reason)
			if s.Fails {
				one += " fails"
			}
			said = append(said, one)
		}
		got := strings.Join(said, "; ")
		parts := strings.Split(of.want, "; ")
		if len(said) != len(parts) || got != of.want && strings.Join([]string{said[len(said)-1], said[0]}, "; ") != of.want {
			t.Errorf("%s: %q, want %q", name, got, of.want)
		}
	}
}
