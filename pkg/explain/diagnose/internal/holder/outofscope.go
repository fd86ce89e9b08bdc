package holder

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
)

// OutOfScope decides where the holder was started for only some objects, and
// this is none of them. Another instance may be there for the others, so it
// never says that nobody acts.
func OutOfScope(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Holder.Workload.Name == "" || !h.Holder.Sure() || h.HolderWroteSince() {
		return f
	}
	limit := LimitOfHolder(ctx, h)
	if limit.Excludes == "" {
		return f
	}
	f.Fact(h.View.NameOf(h.Holder.Workload), limit.Fact)
	f.Mend("if none is there for it, have " + h.HolderName() + " act on this too, or start an instance that does")
	f.Next("see whether another instance is there for it", "kubectl", "get", "deployments", "-A")
	return f.Decide(explain.Undecided, explain.Excluded, h.HolderName()+" "+limit.Fact+", and this "+limit.Excludes)
}
