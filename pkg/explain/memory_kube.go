package explain

import (
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// kubeMemory is what was worked out of what Kubernetes itself holds.
type kubeMemory struct {
	claims   memo[string, claimUses] // by namespace
	drivers  memo[string, driverCount]
	attached memo[string, attachments]
	contents memo[string, map[string]*content] // by namespace or, under "", of all
	leaving  memo[string, int]                 // one value: how many namespaces are going
	// faults are the ownerReferences that name no owner, by the number of the
	// dependent in the graph; one value.
	faults memo[string, map[int][]trace.Edge]
	// families are the owners of a namespace's objects; scanned are the
	// namespaces for which that was worked out.
	families memo[string, family]

	mu      sync.Mutex
	scanned map[string]bool
}
