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
	// Aim is what the step is good for: by that the steps of a hold are ordered.
	Aim Aim
	// After says that the step is right only once the one before it is done; else it is
	// an alternative to that.
	After bool
}

// Aim is what a step is good for.
type Aim int

// The aims, in the order in which steps are told.
const (
	// Mends ends the hold as the deletion was asked for: it undoes what is in the way.
	// Without a command it says who outside of the cluster has to do what.
	Mends Aim = iota
	// Keeps saves what the steps before it would take, and is to be done before them.
	Keeps
	// Waits lets something come to its end that goes on by itself, and shows when it has.
	Waits
	// Looks only shows more of what is told already.
	Looks
	// Guarded is right only once something is certain: it starts what may delete too much,
	// forces an end, gives up what the object stands for, or takes a finalizer off.
	Guarded
)

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
	s := Step{Text: text, Command: command, Aim: Looks}
	if len(command) > 0 {
		s.Effect = Reads
	}
	return s
}

// Await is a step that waits, with a command that ends when it is over.
func Await(text string, command ...string) Step { return Look(text, command...).For(Waits) }

// Tell is an act in words: no command does it, or none is known here.
func Tell(text string) Step { return Step{Text: text} }

// Then is the step as one that is right only once what is told before it is done.
func (s Step) Then() Step {
	s.After = true
	return s
}

// For is the step with another aim.
func (s Step) For(aim Aim) Step {
	s.Aim = aim
	return s
}

// Act is a step that does something to an object.
func Act(effect Effect, target trace.Ref, text string, command ...string) Step {
	return Step{Text: text, Command: command, Effect: effect, Target: target}
}

// Costing is the step with what it takes, where the rule that advises it knows that
// best.
func (s Step) Costing(loss string, risk Risk) Step {
	s.Cost = Cost{Loss: loss, Risk: risk}
	return s
}

// Foretold reports whether it deletes what may take more along than itself, so that a person
// looks first at what comes of it.
func (s *Step) Foretold() bool {
	plain := s.Target.Name == "" || s.Target.Group == "" && s.Target.Kind == "Pod"
	return s.Effect == Deletes && !plain && s.Cost.Risk != RiskLow
}

// Ordered are the steps of a hold as they are told: what mends it first, and of that what
// takes something last; then what only shows more, of which one is enough, and at the end
// what is right only once something is certain. What is right only after another step stays
// behind that. What shows the same as a step before it is left out.
func Ordered(steps []Step) []Step {
	type placed struct {
		Step
		turn int
	}
	var all []placed
	last := map[Aim]int{} // the turn of the step before, by what that is good for
	for _, s := range steps {
		turn := s.turn()
		if s.After {
			turn = max(turn, last[s.Aim])
		}
		last[s.Aim] = turn
		all = append(all, placed{s, turn})
	}
	slices.SortStableFunc(all, func(a, b placed) int { return a.turn - b.turn })
	out := make([]Step, 0, len(all))
	for i := range all {
		out = append(out, all[i].Step)
	}
	looks := 0
	var shown [][]string
	return slices.DeleteFunc(out, func(s Step) bool {
		if s.Effect == Reads && len(s.Command) > 0 {
			if slices.ContainsFunc(shown, func(c []string) bool { return slices.Equal(c, s.Command) }) {
				return true
			}
			shown = append(shown, s.Command)
		}
		if s.Aim == Looks {
			looks++
		}
		return s.Aim == Looks && looks > 1
	})
}

// turn is when a step is told.
func (s Step) turn() int {
	turn := 2 * int(s.Aim)
	if s.Effect != "" && s.Effect.Takes() {
		turn++
	}
	return turn
}
