package sight

import (
	"context"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// SystemNamespace is where Kubernetes runs its own parts.
const SystemNamespace = "kube-system"

// apiServerLabel marks the Leases that API servers renew for themselves.
const apiServerLabel = "apiserver.kubernetes.io/identity"

// ClockOf is the cluster's clock as the leases show it: the latest renewal by
// an API server, or the moment of reading. What is asked of a dump is as old as
// the dump, and clocks differ.
func (w *View) ClockOf(ctx context.Context) trace.Clock {
	return w.clocks.Get(SystemNamespace, func() trace.Clock {
		var latest time.Time
		for _, obj := range w.List(ctx, manifest.LeaseGroup, "Lease", SystemNamespace).Objects {
			if _, server := obj.GetLabels()[apiServerLabel]; !server {
				continue
			}
			if at := manifest.LeaseRenewed(obj); at.After(latest) {
				latest = at
			}
		}
		if latest.IsZero() {
			return w.Clock
		}
		return trace.Clock{At: latest, AtLeast: w.Clock.AtLeast}
	})
}
