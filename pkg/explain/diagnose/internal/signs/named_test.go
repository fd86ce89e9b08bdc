package signs

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// TestKnownStale knows what was found out by its kind: a controller may well begin
// its own words as that evidence does.
func TestKnownStale(t *testing.T) {
	const source = "status.conditions[Ready]"
	found := OutOfDate(source, "it names Pod a")
	said := explain.Evidence{Source: source, Fact: "it is stale: the mount of Pod a, which still waits"}
	for name, tt := range map[string]struct {
		told   []explain.Evidence
		source string
		want   bool
	}{
		"found out of it":               {[]explain.Evidence{said, found}, source, true},
		"found out of another":          {[]explain.Evidence{found}, "event Waiting", false},
		"said by the controller":        {[]explain.Evidence{said}, source, false},
		"nothing was told of it so far": {nil, source, false},
	} {
		if got := knownStale(tt.told, tt.source); got != tt.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}
