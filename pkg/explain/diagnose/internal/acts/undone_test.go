package acts

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
)

// What may stay is doubted only where the words call that itself not there.
func TestMayStay(t *testing.T) {
	const doubt = "if it is not gone already"
	for words, doubted := range map[string]bool{
		"failed to delete volume vol-7: volume vol-7 not found":                  true,
		"failed to delete volume vol-7: credentials for instance db-7 not found": false,
		"failed to delete volume vol-7: it is busy":                              false,
	} {
		n := MayStay(gearOf(t, ""), &hearing.Finding{Reason: explain.Failing, Message: words})
		if n.Cost == nil || !strings.HasPrefix(n.Cost.Loss, "The volume vol-7 may stay") || strings.Contains(n.Cost.Loss, doubt) != doubted {
			t.Errorf("%s: %+v", words, n.Cost)
		}
	}
}
