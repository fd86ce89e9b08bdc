package hearing

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// Unblocked decides where a built-in holder has nothing left to wait for, and no
// other stage found why it does not act.
func Unblocked(_ context.Context, h *Case) bool {
	if h.Unblocked == "" {
		return false
	}
	return h.Decide(explain.Unknown, explain.Silent, h.Unblocked)
}

// Stage looks at one side of a case. It returns true when the case is decided:
// it has then set the hold's Reason, Verdict and Message. A stage that decides
// nothing may still add evidence.
type Stage func(ctx context.Context, h *Case) bool
