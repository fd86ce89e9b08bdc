package explain

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Step is one thing to do. A command is what a shell runs, word by word, not
// quoted; the plugin itself is "kubectl", "finalizers". What a command does is in
// its Effect: nobody reads it out of the words.
type Step struct {
	Text    string
	Command []string
	// Effect is empty where there is no command, unless whoever wrote the text says
	// what following it does.
	Effect Effect
	// Target is the object that the command changes, starts, stops or deletes. It is
	// the zero Ref where the command only reads, and where nobody knows.
	Target trace.Ref
	// Cost is what running the command takes where it is run, beyond its target: each
	// command whose effect takes something has one. Its loss completes the text.
	Cost Cost
	// Again says that the command asks once more what was asked.
	Again bool
}

// Effect is what a command does where it is run.
type Effect string

// The effects, the mildest first.
const (
	// Reads changes nothing.
	Reads Effect = "Reads"
	// Starts has something run that does not run now.
	Starts Effect = "Starts"
	// Changes writes to an object.
	Changes Effect = "Changes"
	// Unprotects writes to an object as well, so that what was held back goes on: a
	// deletion, or whatever a check refused.
	Unprotects Effect = "Unprotects"
	// Stops ends what runs: it scales down, evicts, drains.
	Stops Effect = "Stops"
	// Deletes deletes an object.
	Deletes Effect = "Deletes"
	// Unbounded acts outside of the cluster, or is nothing of which is known here
	// what it does.
	Unbounded Effect = "Unbounded"
)

var effects = []Effect{Reads, Starts, Changes, Unprotects, Stops, Deletes, Unbounded}

// Effects are all there are, the mildest first.
func Effects() []Effect { return slices.Clone(effects) }

// Milder reports whether one effect is less than another. What is none of them
// counts as the gravest.
func (e Effect) Milder(than Effect) bool { return e.rank() < than.rank() }

func (e Effect) rank() int {
	if at := slices.Index(effects, e); at >= 0 {
		return at
	}
	return len(effects) - 1
}

// Wakes reports whether a controller may come to act by it: whatever does more
// than read can make one look again.
func (e Effect) Wakes() bool { return e != Reads }

// Takes reports whether something may be gone or stand still by it, so that it is
// judged like a removal, by what it loses.
func (e Effect) Takes() bool { return !e.Milder(Unprotects) }

// Look is a step that changes nothing.
func Look(text string, command ...string) Step {
	s := Step{Text: text, Command: command}
	if len(command) > 0 {
		s.Effect = Reads
	}
	return s
}

// Act is a step that does something to an object.
func Act(effect Effect, target trace.Ref, text string, command ...string) Step {
	return Step{Text: text, Command: command, Effect: effect, Target: target}
}

// Costing is the step with what it takes, where the rule that advises it knows that
// best.
func (s Step) Costing(loss, risk string) Step {
	s.Cost = Cost{Loss: loss, Risk: risk}
	return s
}
