package signs

import (
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

func TestTellsByName(t *testing.T) {
	h := &hearing.Case{Kind: trace.Kind{Group: "zorg.io", Kind: "Gear"}}
	for _, c := range []struct {
		kind, status, reason string
		want                 bool
	}{
		{"Unlinked", "False", "PeersPending", true},
		{"Drained", "False", "", true},
		{"Waiting", "True", "", true},
		{"Waiting", "False", "", false},
		{"DeletionBlocked", "True", "LegalHold", true},
		{"DeletionBlocked", "False", "", false},
		{"Drained", "True", "", false},
		{"Deleted", "False", "Deleting", false},
		{"Terminating", "True", "", false},
		{"Ready", "True", "", false},
		{"Unblocked", "True", "", false},
		{"DrainingSucceeded", "True", "", false},
		{"ReleaseReady", "False", "", false},
		{"Healthy", "False", "DeletionPending", false},
		{"Ready", "", "Pending", false}, // cut before its status
	} {
		if got := tellsByName(h, manifest.Condition{Kind: c.kind, Status: c.status, Reason: c.reason}); got != c.want {
			t.Errorf("%s=%s (%s): %v", c.kind, c.status, c.reason, got)
		}
	}
}
