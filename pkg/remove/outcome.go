package remove

import (
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Outcome is what came of an action. The values are a public contract.
type Outcome string

const (
	// Gone says that the finalizer is off, and the object has gone.
	Gone Outcome = "Gone"
	// Held says that the finalizer is off, and others hold the object.
	Held Outcome = "Held"
	// Off says that the finalizer is off; the object is still there for another reason.
	Off Outcome = "Off"
	// PutBack says that the finalizer was taken off and is there again.
	PutBack Outcome = "PutBack"
	// Would says that a trial by the server was accepted; nothing was changed.
	Would Outcome = "Would"
	// AlreadyGone says that the object had gone before anything was done.
	AlreadyGone Outcome = "AlreadyGone"
	// AlreadyOff says that the finalizer was off before anything was done.
	AlreadyOff Outcome = "AlreadyOff"
	// Recreated says that another object stands under the name; it was not touched.
	Recreated Outcome = "Recreated"
	// Changed says that the object is no longer what the plan was made for; it was not
	// touched.
	Changed Outcome = "Changed"
	// Asked says that the object was asked to go first, and is judged otherwise since:
	// nothing was taken off.
	Asked Outcome = "Asked"
	// Forbidden says that a right is missing; nothing was tried.
	Forbidden Outcome = "Forbidden"
	// Refused says that the server refused the change.
	Refused Outcome = "Refused"
	// Failed says that something else went wrong; nothing was changed.
	Failed Outcome = "Failed"
	// NotKnown says that the write was sent and no answer came, and the object could not
	// be looked at afterwards.
	NotKnown Outcome = "NotKnown"
	// NotDone says that the run ended, or something below failed, before its turn came.
	NotDone Outcome = "NotDone"
)

// Result is what came of one action.
type Result struct {
	Action  *Action
	Outcome Outcome
	// Message is one line without a full stop.
	Message string
	// Left are the finalizers that still hold the object.
	Left []string
	// Next is the command that looks further, word by word; nil where there is
	// nothing to look at.
	Next []string
	// Backup is the file that holds the object as it was, empty for none.
	Backup string
	// At is when it ended.
	At time.Time
}

// Good reports whether the action did what it was for, or had nothing to do.
func (r *Result) Good() bool {
	return slices.Contains([]Outcome{Gone, Held, Off, Would, AlreadyGone, AlreadyOff}, r.Outcome)
}

// ended reports whether the object is what the plan wanted it to be, so that what
// waits for it may be begun.
func (r *Result) ended(last bool) bool {
	if last && len(r.Action.Rest) == 0 && (r.Outcome == Held || r.Outcome == Off) {
		return false // somebody else holds it by now
	}
	return r.Good()
}

// next is the command that fits what came of an action. A plan that is made anew is
// for what the person asked of the object, which the group has all of.
func (r *Result) next(group []*Result) []string {
	switch r.Outcome {
	case Held, Off, PutBack, NotKnown, Refused:
		return command("why-stuck", &r.Action.Object)
	case Changed, Asked:
		words := command("remove", &r.Action.Object)
		if others(r.Action.Object.Finalizers, group) {
			for _, planned := range group {
				words = append(words, "--finalizer", planned.Action.Hold.Finalizer)
			}
		}
		return words
	case Recreated:
		return command("trace", &r.Action.Object)
	default:
		return nil
	}
}

// others reports whether an object had finalizers that were not to be taken off.
func others(shown []trace.Finalizer, group []*Result) bool {
	return slices.ContainsFunc(shown, func(f trace.Finalizer) bool {
		return !slices.ContainsFunc(group, func(r *Result) bool { return r.Action.Hold.Finalizer == f.Name })
	})
}

// command is one of this program's commands about an object.
func command(verb string, n *trace.Node) []string {
	name := n.Resource
	if n.Group != "" {
		name += "." + n.Group
	}
	words := []string{"kubectl", "finalizers", verb, name + "/" + n.Name}
	if n.Namespace != "" {
		words = append(words, "-n", n.Namespace)
	}
	return words
}
