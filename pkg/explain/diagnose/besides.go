package diagnose

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/shown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// startedAnew tells, where nothing else does, that the holder was started after the object was asked to go, and has said
// nothing of it since: it may end each time that it comes to it.
func startedAnew(h *hearing.Case, f hearing.Finding) hearing.Finding {
	at, namespace := shown.StartedAnew(h)
	told, _ := holder.ToldBeside(h)
	byHand := told == sentence.Restarted || told == sentence.Installed
	if at.IsZero() || byHand || f.Verdict != explain.Undecided || f.Reason != explain.Silent && f.Reason != explain.HolderUnknown {
		return f
	}
	f.Message += "; it was started anew " + duration.HumanDuration(at.Sub(h.Node.Since)) + " after the deletion, by the " + holder.LogBeside + ", which does not name this object: if it starts again and again, it may crash over it"
	f.Foremost = append(f.Foremost, acts.SeeRunBefore(h, namespace))
	return f
}

// goesOn are the outcomes in which somebody is thought to go on once something has come about.
var goesOn = []explain.Reason{explain.Blocked, explain.InUse, explain.Failing, explain.Working}

// nobodyThere tells beside such an outcome that the holder is not there any more, by what was copied beside the object: then
// nobody goes on, whatever comes about.
func nobodyThere(h *hearing.Case, f hearing.Finding) hearing.Finding {
	if f.Verdict != explain.Undecided && f.Verdict != explain.Waiting || !slices.Contains(goesOn, f.Reason) {
		return f
	}
	away := holder.TakenOff(h, "")
	if !away.Decided() || strings.Contains(f.Message, away.Message) {
		return f
	}
	if at := slices.IndexFunc(f.Steps, func(s explain.Step) bool { return s.Aim == explain.Looks }); at >= 0 {
		f.Steps[at].Aim = explain.Mends // what it would go on with comes before bringing it back
	}
	f.Verdict, f.Message = away.Verdict, f.Message+"; "+away.Message
	f.Join(hearing.Notes{Evidence: away.Evidence, Steps: away.Steps[:min(1, len(away.Steps))]})
	return f
}
