package follow

import "errors"

// ErrQuit is the cause with which a context ends because whoever looks on has seen enough.
var ErrQuit = errors.New("who looked on has seen enough")

// Outcome is how the following of a deletion ended. The values are part of the
// JSON output.
type Outcome string

// The outcomes.
const (
	OutcomeGone        Outcome = "Gone"
	OutcomeStuck       Outcome = "Stuck"
	OutcomeUndecided   Outcome = "Undecided"
	OutcomeTimedOut    Outcome = "TimedOut"
	OutcomeInterrupted Outcome = "Interrupted"
	OutcomeQuit        Outcome = "Quit"
)
