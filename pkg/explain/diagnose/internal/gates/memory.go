package gates

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/expression"
)

// memory is what a diagnosis has learnt of the API server's admission, and
// of what serves webhooks and aggregated APIs. Its zero value is ready.
type memory struct {
	admission   sight.Memo[string, admissionGates] // one value
	covers      sight.Memo[coverage, []covering]
	backends    sight.Memo[backend, Answering]
	expressions sight.Memo[string, *expression.Expression]
	tries       tries
	rows        sight.Memo[string, *copiedRows] // one value
}
