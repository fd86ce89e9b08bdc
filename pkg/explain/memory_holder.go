package explain

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"

// holderMemory is what is known of holders, so that one which holds many objects
// is looked at once.
type holderMemory struct {
	workloads memo[string, works] // by namespace, empty for all
	grants    memo[scopeID, grants]
	unchanged memo[scopeID, bool] // kinds, by namespace, that no workload may change
	nominees  memo[caseID, *tally]
	wellbeing memo[trace.Ref, fares] // by workload
	rights    memo[rightID, fares]
	managers  memo[string, manager]            // one value
	spread    memo[string, int]                // one value: over how many namespaces the graph goes
	sorted    memo[string, map[string]listing] // Roles and RoleBindings by kind, then by namespace
}
