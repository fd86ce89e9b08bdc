package follow

import (
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// EventType is what an event is about. The values are part of the JSON output.
type EventType string

// The types of an Event.
const (
	// Began opens the following of a deletion.
	Began EventType = "Began"
	// Changed is an object that something holds, or something else than before.
	Changed EventType = "Changed"
	// Gone is an object that no longer exists.
	Gone EventType = "Gone"
	// Progress says how many objects are gone by now.
	Progress EventType = "Progress"
	// Stuck says that an asked object will not go without help.
	Stuck EventType = "Stuck"
	// Silent is a server that does not answer, Answers one that does again.
	Silent  EventType = "Silent"
	Answers EventType = "Answers"
	// Incomplete names what could not be read.
	Incomplete EventType = "Incomplete"
	// Summary closes it.
	Summary EventType = "Summary"
)

// Event is one thing that was seen while deletions were followed. Which fields
// are set depends on its type.
type Event struct {
	Type EventType
	// Time is when it was seen, by the clock of the person.
	Time time.Time
	// At is the clock of the server at that moment, against which ages are taken.
	At time.Time
	// Object is the one that is gone, stuck or held.
	Object *explain.Object
	// Recreated is the UID of another object that stands under the name of the
	// one that is gone. Unserved says that its kind went with it.
	Recreated string
	Unserved  bool
	// Gone of the Known objects no longer exist.
	Gone, Known int
	// Diagnosis is what was found when it began.
	Diagnosis *explain.Diagnosis
	// Message is the cause of what is stuck, or why the server does not answer:
	// one line, no full stop.
	Message string
	// Problems are what could not be read.
	Problems []trace.Problem
	// Outcome, Took and Left belong to a summary. Left are the objects that are
	// not known to be gone.
	Outcome Outcome
	Took    time.Duration
	Left    []*explain.Object
}
