package collector

import (
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// memory is who owns what.
type memory struct {
	// faults are the ownerReferences that name no owner, by the number of the
	// dependent in the graph; one value.
	faults sight.Memo[string, map[int][]trace.Edge]
	// ownerships are the owners of a namespace's objects; scanned are the
	// namespaces for which that was worked out.
	ownerships sight.Memo[string, ownership]

	mu      sync.Mutex
	scanned map[string]bool
}
