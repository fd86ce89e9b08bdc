package signs

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// A policy is no state, whatever it says.
func TestAnyTextEnded(t *testing.T) {
	for name, tt := range map[string]struct {
		field any
		want  bool
	}{
		"a state of one":  {[]any{map[string]any{"name": "a", "state": "Released"}, map[string]any{"name": "b"}}, true},
		"a policy":        {[]any{map[string]any{"name": "a", "reclaimPolicy": "Delete"}}, false},
		"in the policies": {map[string]any{"policy": map[string]any{"whenDeleted": "Delete"}}, false},
		"nothing":         {nil, false},
	} {
		if got := manifest.AnyText(tt.field, ended.MatchString); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
