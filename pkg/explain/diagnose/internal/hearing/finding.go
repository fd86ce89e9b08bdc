package hearing

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// Note looks at one side of a case and tells of it. It never decides.
type Note func(ctx context.Context, h *Case) Notes

// Rung looks at one side of a case. Where that decides the case, its finding has
// a reason; else it may tell something all the same.
type Rung func(ctx context.Context, h *Case) Finding

// Finding is what a rung finds. Without a reason nothing is decided.
type Finding struct {
	Notes
	Reason  explain.Reason
	Verdict explain.Verdict
	Message string
	// Unblocked says that the holder has nothing left to wait for. It is the
	// outcome where no later rung finds why the holder does not act.
	Unblocked string
	// HolderRuns says that the holder of a finalizer that nobody should take off any
	// more is seen to run.
	HolderRuns bool
	// OnlyPlaced says that nothing is known of the holder but who put the finalizer
	// there, so that this is strong evidence.
	OnlyPlaced bool
	// Foremost is the step that comes before all that were told earlier, where there is one.
	Foremost []explain.Step
}

// Decided reports whether the case is decided.
func (f *Finding) Decided() bool { return f.Reason != "" }

// Decide sets the outcome.
func (f *Finding) Decide(verdict explain.Verdict, reason explain.Reason, message string) Finding {
	f.Verdict, f.Reason, f.Message = verdict, reason, message
	return *f
}

// And is what was told so far, with the finding of another rung.
func (f Finding) And(next Finding) Finding {
	f.Join(next.Notes)
	next.Notes = f.Notes
	return next
}

// Beside is the finding with what is told besides: behind what it says, and its steps before all that were told earlier.
func (f Finding) Beside(says string, n Notes) Finding {
	f.Message += "; " + says
	f.Foremost = append(f.Foremost, n.Steps...)
	n.Steps = nil
	f.Join(n)
	return f
}

// Wellbeing is how a holder is, and what follows from that for a hold. Without a
// reason it explains nothing.
type Wellbeing struct {
	Finding
	Health explain.Health
	// LastWords are what a program said before it ended, empty where that is not
	// known.
	LastWords string
}

// Because sets what the hold is judged to be where nothing else decides it.
func (b *Wellbeing) Because(verdict explain.Verdict, health explain.Health, reason explain.Reason, message string) Wellbeing {
	b.Health = health
	b.Decide(verdict, reason, phrase.OneLine(message))
	return *b
}
