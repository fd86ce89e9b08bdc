package holder

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// memory is what is known of holders, so that one which holds many objects
// is looked at once.
type memory struct {
	workloads sight.Memo[string, Workloads] // by namespace, empty for all
	grants    sight.Memo[sight.ScopeID, grants]
	watchers  sight.Memo[sight.ScopeID, []watcher]
	unchanged sight.Memo[sight.ScopeID, bool] // kinds, by namespace, that no workload may change
	nominees  sight.Memo[caseID, *tally]
	wellbeing sight.Memo[trace.Ref, hearing.Wellbeing] // by workload
	rights    sight.Memo[rightID, hearing.Wellbeing]
	managers  sight.Memo[string, Manager]                  // one value
	spread    sight.Memo[string, int]                      // one value: over how many namespaces the graph goes
	sorted    sight.Memo[string, map[string]sight.Listing] // Roles and RoleBindings by kind, then by namespace
}
