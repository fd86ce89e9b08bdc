package copied

import (
	"encoding/json"

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

// named reports whether the document has a name, as every object has.
func (d *document) named() bool {
	var meta struct{ Name string }
	return json.Unmarshal(d.Field("metadata"), &meta) == nil && meta.Name != ""
}
