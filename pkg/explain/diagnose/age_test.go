package diagnose_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// TestAllConfirmedWithoutAges judges every case twice, some time apart: as long as it
// is judged to be the same, what a removal costs and what there is to be careful of
// are the same words. Both are part of what a person confirms.
func TestAllConfirmedWithoutAges(t *testing.T) {
	catalogue := builtIn(t)
	costs := cmpopts.EquateComparable(explain.Cost{})
	compared := 0
	eachCase(t, func(name string, c whyCase) {
		first := c.answered(t)
		c.ago = -97 * time.Second
		then := c.diagnose(t, catalogue)
		for i := range first.Objects {
			was := &first.Objects[i]
			at := slices.IndexFunc(then.Objects, func(o explain.Object) bool { return o.UID == was.UID && o.Ref == was.Ref })
			if at < 0 || len(then.Objects[at].Holds) != len(was.Holds) {
				continue // it is judged otherwise
			}
			is := &then.Objects[at]
			if diff := cmp.Diff(was.Goes, is.Goes, costs); diff != "" {
				t.Errorf("%s: %s: what goes with it:\n%s", name, was.Name, diff)
			}
			for j := range was.Holds {
				a, b := &was.Holds[j], &is.Holds[j]
				if a.Reason != b.Reason || a.Verdict != b.Verdict || a.Health != b.Health {
					continue
				}
				compared += len(a.Warnings)
				if diff := cmp.Diff([]any{a.Warnings, a.Cost}, []any{b.Warnings, b.Cost}, costs); diff != "" {
					t.Errorf("%s: %s %s:\n%s", name, trace.Describe(trace.Kind{Resource: was.Resource}, was.Namespace, was.Name), a.Finalizer, diff)
				}
			}
		}
	})
	if compared < 100 {
		t.Errorf("only %d warnings were compared", compared)
	}
}
