package signs

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// OutsideGone is told where somebody says, since the deletion, that what the object stands for outside of
// the cluster is not there any more, which is to be checked there.
func OutsideGone(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if h.Cost.Loss == "" {
		return n
	}
	for _, w := range words(ctx, h) {
		if w.since && !w.stale && w.of.Name == "" && sentence.OutsideGone(w.Text) && !sentence.EndedAlready(w.Text, "") {
			n.Add(w.evidence(h))
			n.Mend("check, where it was outside of the cluster, that nothing of it is left, as the " + w.source + " says; if so, see why " + h.HolderName() + " does not notice")
			return n
		}
	}
	return n
}
