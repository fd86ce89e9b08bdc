package diagnose

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
)

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
	f.Message += "; " + away.Message
	f.Join(hearing.Notes{Evidence: away.Evidence, Steps: away.Steps[:min(1, len(away.Steps))]})
	f.Verdict = away.Verdict
	return f
}
