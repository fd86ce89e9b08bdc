package diagnose

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestWithholdingOf lifts what withholds only when all that it is for can be seen to go.
func TestWithholdingOf(t *testing.T) {
	one := func(name string, state trace.State) explain.Blocker {
		return explain.Blocker{Ref: trace.Ref{Kind: "Bucket", Name: name}, State: state}
	}
	live, other := one("a", trace.Live), one("b", trace.Live)
	for _, tt := range []struct {
		name     string
		blockers []explain.Blocker
		lifts    int
		sure     bool
	}{
		{"all can be seen", []explain.Blocker{live, other}, 2, true},
		{"one cannot be seen", []explain.Blocker{live, one("b", trace.Unreadable)}, 0, false},
		{"one is gone, and has to come back", []explain.Blocker{live, one("b", trace.Gone)}, 0, true},
		{"nothing is named", nil, 0, true},
	} {
		var f hearing.Finding
		f.Verdict, f.Message, f.Blockers = explain.Stuck, "it is in use", tt.blockers
		why := withholdingOf(&f)
		if diff := cmp.Diff([]any{tt.lifts, tt.sure}, []any{len(why.For), why.Sure}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
