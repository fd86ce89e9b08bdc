package diagnose

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// referred tells, where the holder says nothing of an object, what its spec names that is not there: without its class or
// its settings a controller passes an object over, and few say so.
func referred(ctx context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	if h.Holder.BuiltIn || f.Reason != explain.Silent || f.Verdict != explain.Undecided || h.Entry.Pattern != "" { // of what is known, its needs are
		return f
	}
	for _, named := range acts.HandledBy(h) {
		if !h.View.Look(ctx, named.Ref).Gone() {
			continue
		}
		at := named.Ref
		f.Fact(named.Field, "names "+at.Kind+" "+at.Name+", which does not exist")
		f.Message += "; its " + named.Field + " names " + at.Kind + " " + at.Name + ", which does not exist: most likely that is why it is passed over"
		var n hearing.Notes
		n.Remake(ctx, h, at.Kind+" "+at.Name, at.Namespace, "make "+at.Kind+" "+at.Name+phrase.Prefixed(" in namespace ", at.Namespace)+" again, as it was, until the deletion is through", true)
		f.Foremost = append(f.Foremost, n.Steps...)
		return f
	}
	return f
}
