package explain

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// awaited finds what waits without a deletionTimestamp: objects that a
// controller has chosen to delete and may not yet, and objects whose state does
// not move on.
func awaited(ctx context.Context, h *hearing) bool {
	return liveChecks(ctx, h, func(r *checkRule) bool { return r.Reason != DeleteRefused })
}

// refused finds what would refuse a request to delete the object.
func refused(ctx context.Context, h *hearing) bool {
	return liveChecks(ctx, h, func(r *checkRule) bool { return r.Reason == DeleteRefused })
}

// liveChecks asks the checks for objects that were asked about and that nobody
// has asked to go.
func liveChecks(ctx context.Context, h *hearing, which func(*checkRule) bool) bool {
	if h.obj == nil || !h.node.Asked || h.node.State != trace.Live {
		return false
	}
	return tryChecks(ctx, h, func(r *checkRule) bool { return r.Live && which(r) })
}
