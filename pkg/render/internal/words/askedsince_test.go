package words

import (
	"testing"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestAskedSince sees that the line ends as a sentence where nothing tells the time.
func TestAskedSince(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		state trace.State
		since time.Time
		want  string
	}{
		{"what cannot be read", trace.Unreadable, time.Time{}, "since when it is to go is not known: it cannot be read"},
		{"no time", trace.Deleting, time.Time{}, "it is being deleted; since when is not known"},
		{"a time", trace.Deleting, at.Add(-14 * time.Minute), "it has been deleting for 14m"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := AskedSince(&trace.Node{State: tt.state, Since: tt.since}, time.Time{}, trace.Clock{At: at}); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
