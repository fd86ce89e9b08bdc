package rules

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// memory is what the checks have searched for.
type memory struct {
	keyedLists sight.Memo[findScope, keyedList]
	marked     sight.Memo[string, marked] // by "label" or "annotation" and its key
	uids       sight.Memo[string, uidIndex]
}
