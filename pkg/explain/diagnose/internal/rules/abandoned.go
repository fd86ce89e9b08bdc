package rules

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// Abandoned decides for finalizers that no release in use takes off any more.
// Where the project is seen to run, it may be just the release that does.
func Abandoned(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if _, own := ownOf(h); own || h.Entry.Class != catalogue.ClassNever {
		return f // of its own pod OwnPod says so too
	}
	f.Add(explain.Evidence{Kind: explain.Documented, Source: "catalogue: " + h.Entry.Source, Fact: "left over from an old release of " + h.Entry.Project})
	if at := h.Holder.Workload; at.Name != "" && h.Health == explain.Running {
		f.HolderRuns = true
		f.PlanRemoval(h, "where that is a release that does not take it off: take it off by hand")
		f.Next("see which release it is", append([]string{"kubectl", "get", "-o", "wide"}, h.View.Typed(at)...)...)
		return f.Decide(explain.Undecided, explain.NobodyRemoves, "no current release of "+h.Entry.Project+" takes it off any more, yet "+sight.Where(at)+" runs, which may be an old one")
	}
	if !holder.WorkloadsOf(ctx, h.View, h.Entry.Controller.Namespaces...).Complete {
		f.Do(explain.Look("see whether a release of "+h.Entry.Project+" runs that still takes it off; if one does, mend what its log says of "+h.Node.Name+", and start its pods anew", "kubectl", "get", "deployments", "-A", "-o", "wide").For(explain.Mends))
		f.PlanRemoval(h, "only if none runs, and what it guarded is cleaned up: take it off by hand")
		return f.Decide(explain.Undecided, explain.NobodyRemoves, "no current release of "+h.Entry.Project+" takes it off any more; whether an old one runs could not be read")
	}
	f.Join(hearing.TakeOff(h))
	return f.Decide(explain.Stuck, explain.NobodyRemoves, "nobody will remove it: no release of "+h.Entry.Project+" in use takes it off any more")
}
