package diagnose

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/shown"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// startedAnew tells, where nothing else does, that the holder was started after the object was asked to go, and has said
// nothing of it since: it may end each time that it comes to it.
func startedAnew(h *hearing.Case, f hearing.Finding) hearing.Finding {
	if f.Verdict != explain.Undecided || !slices.Contains([]explain.Reason{explain.Silent, explain.HolderUnknown}, f.Reason) {
		return f
	}
	start, is := shown.StartedAnew(h)
	if told, _ := holder.ToldBeside(h); !is || told == sentence.Restarted || told == sentence.Installed { // a person has done that
		return f
	}
	says := phrase.Begun(start.Says, mostSaid, "…")
	f.Quote(holder.LogBeside, says+" ("+h.View.Clock.When(start.At)+")", says)
	f.Message += "; it was started anew " + duration.HumanDuration(start.At.Sub(h.Node.Since)) + " after the deletion, by the " + holder.LogBeside + ", which does not name this object: if it starts again and again, it may crash over it"
	f.Foremost = append(f.Foremost, acts.SeeRunBefore(h, start.Namespace))
	return f
}

// mostSaid is how much of a line is told.
const mostSaid = 120
