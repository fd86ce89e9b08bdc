package explain

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// builtInRule judges a finalizer whose holder is a part of Kubernetes, or that
// has one mechanism whoever runs it.
type builtInRule struct {
	fits  func(kind trace.Kind, finalizer string) bool
	judge stage
}

// builtInRules are asked in order; the first that fits judges alone.
var builtInRules = []builtInRule{}

// builtIn is the stage for what Kubernetes itself holds.
func builtIn(ctx context.Context, h *hearing) bool {
	for _, r := range builtInRules {
		if r.fits(h.kind, h.hold.Finalizer) {
			return r.judge(ctx, h)
		}
	}
	return false
}
