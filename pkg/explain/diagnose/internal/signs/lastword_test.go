package signs

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// A word is told where evidence quotes it, and not where our own words are the same.
func TestToldIn(t *testing.T) {
	state := Word{Text: "Failed", source: "status.phase", state: true}
	gone := Word{Text: "attached: false", source: "status.attached", state: true}
	said := Word{Text: "the gear turns", source: "status.message"}
	for name, tt := range map[string]struct {
		word Word
		e    explain.Evidence
		want bool
	}{
		"its own words":             {said, explain.Evidence{Fact: "Ready is False: the gear turns on", Words: "the gear turns on"}, true},
		"ours":                      {said, explain.Evidence{Fact: "whether the gear turns could not be read"}, false},
		"its state":                 {state, explain.Evidence{Fact: "status.phase is Failed", Words: "Failed"}, true},
		"a word of ours":            {state, explain.Evidence{Fact: "Failed: a pod counts only once it has ended"}, false},
		"a word of others":          {state, explain.Evidence{Words: "Failed to turn"}, false},
		"what its field says":       {gone, explain.Evidence{Source: "volumeattachments/a: .status.attached", Field: "status.attached"}, true},
		"the same field of another": {state, explain.Evidence{Source: "pods/a in namespace shop: .status.phase", Fact: "is Running"}, false},
	} {
		if got := tt.word.toldIn([]explain.Evidence{tt.e}); got != tt.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
