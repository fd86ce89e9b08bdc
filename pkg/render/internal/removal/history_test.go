package removal

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
)

// A log tells of each action once: of its end, or that none is known.
func TestHistory(t *testing.T) {
	entry := func(phase, name, at string) remove.Entry {
		return remove.Entry{
			Time: at, Phase: phase, Origin: remove.Origin{User: "eve\x1b[31m", Server: "https://s"}, Kind: "Pod", Resource: "pods", Namespace: "shop",
			Name: name, UID: name, Finalizer: "a/b", Why: "HolderMissing: no\x1b]0;keeper", Overridden: []string{"Loss"}, Outcome: "Gone", Message: "it has gone",
		}
	}
	entries := []remove.Entry{
		entry("begun", "p", "2026-03-01T12:00:00.5Z"), entry("begun", "q", "2026-03-01T12:00:01Z"), entry("ended", "p", "2026-03-01T12:00:02Z"),
	}
	got := History(entries, paper.Look{Width: 80})
	for _, want := range []string{"2026-03-01T12:00:01Z  pod/q", "begun, and no end is known: look at the object", "2026-03-01T12:00:02Z  pod/p", "Gone: it has gone", "overruled  Loss"} {
		if strings.Count(got, want) < 1 {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "\x1b") || strings.Count(got, "pod/p") != 1 {
		t.Errorf("got %q", got)
	}
	sample.Lines(t, "history", got, 80)
	if got := History(nil, paper.Look{}); got != "Nothing was removed from this machine.\n" {
		t.Errorf("got %q", got)
	}
}
