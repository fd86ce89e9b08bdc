package follow

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
)
