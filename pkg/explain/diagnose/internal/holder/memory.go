package holder

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/shown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// memory is what is known of holders, so that one which holds many objects
// is looked at once.
type memory struct {
	workloads sight.Memo[string, Workloads] // by namespace, empty for all
	timed     sight.Memo[string, Workloads] // one value: what runs now and then
	watchers  sight.Memo[sight.ScopeID, []watcher]
	unchanged sight.Memo[sight.ScopeID, bool] // kinds, by namespace, that no workload may change
	nominees  sight.Memo[caseID, *tally]
	wellbeing sight.Memo[trace.Ref, hearing.Wellbeing] // by workload
	prose     sight.Memo[string, string]               // one value
	standings sight.Memo[string, []string]             // one value
	managers  sight.Memo[string, Manager]              // one value
	tables    sight.Memo[string, shown.Tables]         // one value
}
