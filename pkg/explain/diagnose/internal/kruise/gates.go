package kruise

import (
	"cmp"
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// The gate with which OpenKruise before v1.9.0 overlooks some finalizers, which is alpha, and those
// without which its budgets mind no deletes, which are beta; one of these was alpha. All of a stage
// count for one that is not named.
const (
	noticeGate  = "CloneSetEventHandlerOptimization"
	budgetGate  = "PodUnavailableBudgetDeleteGate"
	webhookGate = "PodWebhook"
	allAlpha    = "AllAlpha"
	allBeta     = "AllBeta"
)

// budgetPerhaps is the check of a budget that may refuse a delete, and not surely does.
const budgetPerhaps = "kruise:budget-perhaps"

// Perhaps reports whether what a check says of a refusal may be so, and not surely is.
func Perhaps(check *catalogue.Check) bool { return check.ID == budgetPerhaps }

// notices is the first release of OpenKruise that overlooks none.
const notices = "1.9.0"

// lookAt looks for OpenKruise, as one looks for holders, where a pod that nobody has
// asked to go waits for it. Which release of it runs, with which gates, and how it is often
// tells why the pod does not go on; the checks know these as vars. Of what its webhook refuses it
// is only the gate that tells.
func (q *Question) lookAt(ctx context.Context, vars map[string]any) *holder.Runner {
	refused := q.Check.Reason == explain.DeleteRefused // by its webhook, which is nobody who has to act
	if !q.Check.Live || q.Other.Name == "" || refused && !q.Case.Kind.IsPod() {
		return nil
	}
	var runner *holder.Runner
	for _, c := range q.Case.View.Catalogue.ComponentsOf(Project) {
		runner = holder.RunnerOf(ctx, q.Case, Project, &c) // there is one
	}
	var workload map[string]any
	if runner != nil && runner.Object != nil {
		workload = runner.Object.Object
	}
	if refused {
		vars["gate"] = budgetGateOf(workload)
		return nil
	}
	if runner == nil {
		return nil
	}
	vars["health"] = string(runner.Wellbeing.Health)
	vars["gate"] = cmp.Or(manifest.GateOf(workload, noticeGate), manifest.GateOf(workload, allAlpha))
	release := manifest.ReleaseIn(workload)
	vars["release"] = release
	vars["early"] = manifest.Before(release, notices)
	return runner
}

// budgetGateOf is whether its budgets mind deletes: without its webhook for pods they do not. Up
// to which release their gate was alpha is not known.
func budgetGateOf(workload map[string]any) string {
	beta := manifest.GateOf(workload, allBeta)
	if cmp.Or(manifest.GateOf(workload, webhookGate), beta) == "off" {
		return "off"
	}
	gate := manifest.GateOf(workload, budgetGate)
	if gate == "" && (beta == "off" || manifest.GateOf(workload, allAlpha) == "off") {
		return "unknown"
	}
	return gate
}
