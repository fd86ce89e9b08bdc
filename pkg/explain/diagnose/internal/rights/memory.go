package rights

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// memory is what is known of rights, so that each is looked for once.
type memory struct {
	grants sight.Memo[sight.ScopeID, Grants]
	rights sight.Memo[rightID, hearing.Wellbeing]
	spread sight.Memo[string, int]                      // one value: over how many namespaces the graph goes
	sorted sight.Memo[string, map[string]sight.Listing] // Roles and RoleBindings by kind, then by namespace
}
