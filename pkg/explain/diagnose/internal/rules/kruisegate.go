package rules

import (
	"cmp"
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// The gate with which OpenKruise before v1.9.0 overlooks some finalizers, and the one that
// turns it on with others.
const (
	kruiseGate    = "CloneSetEventHandlerOptimization"
	kruiseAllGate = "AllAlpha"
)

// lookAtKruise looks for OpenKruise, as one looks for holders, where a pod that nobody has
// asked to go waits for it. Which release of it runs, with which gates, and how it is often
// tells why the pod does not go on; the checks know these as vars.
func (s *situation) lookAtKruise(ctx context.Context, vars map[string]any) {
	if s.Project != "OpenKruise" || !s.Live || s.Reason == explain.DeleteRefused || s.other.Name == "" {
		return
	}
	for _, c := range s.h.View.Catalogue.ComponentsOf(s.Project) {
		s.runner = holder.RunnerOf(ctx, s.h, s.Project, &c) // there is one
	}
	if s.runner == nil {
		return
	}
	var workload map[string]any
	if s.runner.Object != nil {
		workload = s.runner.Object.Object
	}
	vars["health"] = string(s.runner.Wellbeing.Health)
	vars["gate"] = cmp.Or(manifest.GateOf(workload, kruiseGate), manifest.GateOf(workload, kruiseAllGate))
	vars["release"] = manifest.ReleaseIn(workload)
}
