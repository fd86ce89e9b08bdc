package rules

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// memory is what the checks have searched for.
type memory struct {
	keyedLists sight.Memo[findScope, keyedList]
	// uidIndexes are by the check that asks.
	uidIndexes sight.Memo[string, uidIndex]
}
