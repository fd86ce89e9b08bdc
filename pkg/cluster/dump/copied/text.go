package copied

import (
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/spoken"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
)

// Text is what was read of a text.
type Text struct {
	Documents []*stream.Document
	// Faults are what is wrong with it; a LackError among them says what was not copied of what could be read.
	Faults []error
	// Aside are the lines that are of no object, empty where one was read.
	Aside []string
	// Seen is the newest moment at which a table shows one of the objects, zero where none does.
	Seen time.Time
	// None is what is not there by what was printed: objects by their names, and where none is told all of a kind, in a
	// namespace, or in all where that is not told either.
	None []spoken.Of
	// Objects says that there is an object in it that has a name, or a list of some.
	Objects bool
	// Nameless says that something in it looks like an object and has no name.
	Nameless bool
}
