package follow

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// reading is the cluster at one moment.
type reading struct {
	source    *source
	graph     *trace.Graph       // empty where nothing that was asked about is left
	diagnosis *explain.Diagnosis // of this graph, or of one that was the same
	judged    bool               // the diagnosis is new
	moved     bool               // something of the graph is not what it was
}
