package rules

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Awaited finds what waits without a deletionTimestamp: objects that a
// controller has chosen to delete and may not yet, and objects whose state does
// not move on.
func Awaited(ctx context.Context, h *hearing.Case) hearing.Finding {
	return liveChecks(ctx, h, func(r *catalogue.Check) bool { return r.Reason != explain.DeleteRefused })
}

// Refused finds what would refuse a request to delete the object.
func Refused(ctx context.Context, h *hearing.Case) hearing.Finding {
	return liveChecks(ctx, h, func(r *catalogue.Check) bool { return r.Reason == explain.DeleteRefused })
}

// liveChecks asks the checks for objects that were asked about and that nobody
// has asked to go.
func liveChecks(ctx context.Context, h *hearing.Case, which func(*catalogue.Check) bool) hearing.Finding {
	if h.Object == nil || !h.Node.Asked || h.Node.State != trace.Live {
		return hearing.Finding{}
	}
	return tryChecks(ctx, h, func(r *catalogue.Check) bool { return r.Live && which(r) })
}
