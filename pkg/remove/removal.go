package remove

// Removal is a plan, with what came of it once it was carried out.
type Removal struct {
	Plan *Plan
	// Results are those of the plan's actions in their order, nil before.
	Results []Result
	// Tried says that the plan was to be carried out, or tried out by the server.
	Tried bool
	// Digest is that of the plan; empty for one that is made from a dump.
	Digest string
	// Proceed is the command that carries out just this plan, word by word, nil where
	// none does.
	Proceed []string
	// Anew is the command that makes the plan again and changes nothing.
	Anew []string
	// Without is the command that plans what no guard refuses, nil where one command
	// cannot say it.
	Without []string
	// Unconfirmed says why a confirmation without a digest is not enough, empty where
	// it is or none was given.
	Unconfirmed string
	// Confirmed is a digest that was given and is not that of the plan, empty for none.
	// Changes are what has changed since, where it is Known.
	Confirmed string
	Known     bool
	Changes   []Change
}
