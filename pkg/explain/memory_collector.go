package explain

import (
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// collectorMemory is who owns what.
type collectorMemory struct {
	// faults are the ownerReferences that name no owner, by the number of the
	// dependent in the graph; one value.
	faults memo[string, map[int][]trace.Edge]
	// families are the owners of a namespace's objects; scanned are the
	// namespaces for which that was worked out.
	families memo[string, family]

	mu      sync.Mutex
	scanned map[string]bool
}
