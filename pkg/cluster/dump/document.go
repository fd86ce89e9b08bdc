package dump

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/beside"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
)

// document is one document of a file.
type document struct {
	stream.Document

	// described says that kubectl describe printed it.
	described bool
	by        beside.Command // that printed it, where that is known
}

// newList is a list of which the items are still to come.
func newList() *document { return &document{Document: stream.Document{Listed: true}} }

// each gives what is done with documents to a stream of them.
func each(visit func(*document)) func(*stream.Document) {
	return func(d *stream.Document) { visit(&document{Document: *d}) }
}
