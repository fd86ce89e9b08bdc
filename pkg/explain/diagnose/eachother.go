package diagnose

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// eachOther tells of an object which cannot go for another one that is itself on its way out, where a line beside it says
// that this other one is kept for the object: neither goes first by itself.
func eachOther(h *hearing.Case, f hearing.Finding) hearing.Finding {
	if !slices.Contains(byWords, f.Reason) {
		return f
	}
	other, said := acts.KeptFor(h, quotedIn(&f))
	if other == "" {
		return f
	}
	said = redact.Text(said)
	f.Quote(holder.LogBeside, "that "+other+" is kept for it: "+said, said)
	if f.Verdict == explain.Waiting {
		f.Verdict = explain.Stuck // as of every circle
	}
	f.Message = "waits in a circle with " + other + ", which is kept for it; " + f.Message
	if !strings.Contains(f.Message, said) {
		f.Message += "; of that it is said: " + phrase.Quoted(said)
	}
	if !slices.ContainsFunc(f.Steps, func(s explain.Step) bool { return strings.Contains(s.Text, "circle") }) {
		f.Foremost = append([]explain.Step{explain.Look("neither goes first by itself: see what holds each of the two, "+other+" too, and whether a newer release of "+h.HolderName()+" ends this; else let the one go first of which nothing is to be kept, and the other follows",
			h.View.Command(h.Node.Ref, "get", "-o", "yaml", "--show-managed-fields")...).For(explain.Mends)}, f.Foremost...)
	}
	return f
}
