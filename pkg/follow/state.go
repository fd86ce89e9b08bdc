package follow

import (
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// State is a moment of a followed deletion.
type State struct {
	// Graph and Diagnosis are the last reading.
	Graph     *trace.Graph
	Diagnosis *explain.Diagnosis
	// Gone of the Known objects no longer exist.
	Gone, Known int
	// Silent is the error of a server that does not answer, empty where it does.
	Silent string
	// Quiet is for how long nothing has changed, zero where it is not worth
	// telling.
	Quiet time.Duration
}
