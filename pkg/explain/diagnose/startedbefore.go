package diagnose

import (
	"context"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// startedBefore tells of settings that were changed after the last pod of the holder started, which reads them then and not
// again. What they hold is not looked at, and only of ConfigMaps it is looked up when they were written.
func startedBefore(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	at := h.Holder.Workload
	if at.Name == "" || !h.Holder.Sure() || h.Health != explain.Running || h.View.Copied {
		return f
	}
	workload := h.View.Glance(ctx, at).Object
	if workload == nil {
		return f
	}
	pods, complete := holder.PodsOf(ctx, h.View, workload)
	var started time.Time
	for _, pod := range pods {
		if made := pod.GetCreationTimestamp().UTC(); made.After(started) {
			started = made
		}
	}
	if !complete || started.IsZero() {
		return f
	}
	for _, s := range manifest.SettingsOf(workload) {
		ref := trace.Ref{Kind: s.Kind, Namespace: at.Namespace, Name: s.Name}
		if !s.AtStart || s.Kind != "ConfigMap" || h.View.Glance(ctx, ref).Object == nil {
			continue
		}
		of := hearing.About(ctx, h.View, ref)
		if of == nil {
			continue
		}
		for _, w := range of.Writes() {
			// What it writes there itself it knows.
			if w.At.After(started) && w.Owns("data") && !h.IsHolder(w.Manager) && w.Manager != at.Name && w.Manager != h.Holder.Name {
				f.Fact(h.View.NameOf(ref), "was written "+h.View.Clock.When(w.At)+", after the last pod of "+at.Name+" started, "+h.View.Clock.When(started))
				f.Message = ref.Kind + " " + ref.Name + ", from which it takes its settings, was changed after its pods started: they know only what was in it before"
				f.Do(explain.Act(explain.Starts, at, "start its pods anew, so that they take up the settings as they are now, where these are meant so", "kubectl", "rollout", "restart", at.Short(), "-n", at.Namespace).For(explain.Mends))
				return f
			}
		}
	}
	return f
}
