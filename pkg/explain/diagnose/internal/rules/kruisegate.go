package rules

import (
	"cmp"
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// The gate with which OpenKruise before v1.9.0 overlooks some finalizers, which is alpha, and those
// without which its budgets mind no deletes, which are beta; one of these was alpha. All of a stage
// count for one that is not named.
const (
	kruiseGate        = "CloneSetEventHandlerOptimization"
	kruiseBudgetGate  = "PodUnavailableBudgetDeleteGate"
	kruiseWebhookGate = "PodWebhook"
	allAlpha          = "AllAlpha"
	allBeta           = "AllBeta"
)

// budgetPerhaps is the check of a budget that may refuse a delete, and not surely does.
const budgetPerhaps = "kruise:budget-perhaps"

// kruiseNotices is the first release of OpenKruise that overlooks none.
const kruiseNotices = "1.9.0"

// lookAtKruise looks for OpenKruise, as one looks for holders, where a pod that nobody has
// asked to go waits for it. Which release of it runs, with which gates, and how it is often
// tells why the pod does not go on; the checks know these as vars. Of what its webhook refuses it
// is only the gate that tells.
func (s *situation) lookAtKruise(ctx context.Context, vars map[string]any) {
	if s.Project != "OpenKruise" || !s.Live || s.other.Name == "" || s.Reason == explain.DeleteRefused && !s.h.Kind.IsPod() {
		return
	}
	var runner *holder.Runner
	for _, c := range s.h.View.Catalogue.ComponentsOf(s.Project) {
		runner = holder.RunnerOf(ctx, s.h, s.Project, &c) // there is one
	}
	var workload map[string]any
	if runner != nil && runner.Object != nil {
		workload = runner.Object.Object
	}
	if s.Reason == explain.DeleteRefused { // by its webhook, which is nobody who has to act
		vars["gate"] = budgetGateOf(workload)
		return
	}
	if runner == nil {
		return
	}
	s.runner = runner
	vars["health"] = string(s.runner.Wellbeing.Health)
	vars["gate"] = cmp.Or(manifest.GateOf(workload, kruiseGate), manifest.GateOf(workload, allAlpha))
	release := manifest.ReleaseIn(workload)
	vars["release"] = release
	vars["early"] = manifest.Before(release, kruiseNotices)
}

// budgetGateOf is whether its budgets mind deletes: without its webhook for pods they do not. Up
// to which release their gate was alpha is not known.
func budgetGateOf(workload map[string]any) string {
	beta := manifest.GateOf(workload, allBeta)
	if cmp.Or(manifest.GateOf(workload, kruiseWebhookGate), beta) == "off" {
		return "off"
	}
	gate := manifest.GateOf(workload, kruiseBudgetGate)
	if gate == "" && (beta == "off" || manifest.GateOf(workload, allAlpha) == "off") {
		return "unknown"
	}
	return gate
}
