package remove_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
)

// TestRoots names a cause by its number and by its reason. What is not stuck, and
// what is no finalizer, is never among the roots.
func TestRoots(t *testing.T) {
	d := &explain.Diagnosis{
		Objects: []explain.Object{{Holds: []explain.Hold{{Finalizer: "a"}, {}, {Finalizer: "b"}, {Finalizer: "c"}}}},
		Causes: []explain.Cause{
			{Reason: explain.HolderMissing, Verdict: explain.Stuck, Holds: []explain.Place{{Hold: 0}, {Hold: 1}}},
			{Reason: explain.Failing, Verdict: explain.Stuck, Holds: []explain.Place{{Hold: 2}}},
			{Reason: explain.Silent, Verdict: explain.Undecided, Holds: []explain.Place{{Hold: 3}}},
		},
	}
	for cause, want := range map[string][]explain.Place{
		"": {{Hold: 0}, {Hold: 2}}, "1": {{Hold: 0}}, "holdermissing": {{Hold: 0}}, "Failing": {{Hold: 2}}, "3": {},
	} {
		got, known := remove.Roots(d, cause)
		if diff := cmp.Diff(want, got); diff != "" || !known {
			t.Errorf("cause %q, known %t (-want +got):\n%s", cause, known, diff)
		}
	}
	if got, known := remove.Roots(d, "4"); known || len(got) > 0 {
		t.Errorf("there is no cause 4: got %v", got)
	}
}
