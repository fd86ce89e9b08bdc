package explain

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// awaited finds what waits without a deletionTimestamp: objects that a
// controller has chosen to delete and may not yet, and objects whose state does
// not move on.
func awaited(ctx context.Context, h *hearing) bool {
	return h.beforeDeletion() && checksFor(DeleteAwaited, LifecycleStalled)(ctx, h)
}

// refused finds what would refuse a request to delete the object.
func refused(ctx context.Context, h *hearing) bool {
	return h.beforeDeletion() && checksFor(DeleteRefused)(ctx, h)
}

// beforeDeletion reports whether the object was asked about and nobody has
// asked it to go.
func (h *hearing) beforeDeletion() bool {
	return h.obj != nil && h.node.Asked && h.node.State == trace.Live
}
