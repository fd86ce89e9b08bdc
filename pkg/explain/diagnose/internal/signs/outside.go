package signs

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// OutsideGone is told where somebody says, since the deletion, that what the object stands for outside of
// the cluster is not there any more: then a removal leaves nothing behind there, which is to be checked
// there, and nothing is drained or detached on it either.
func OutsideGone(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if h.Cost.Loss == "" {
		return n
	}
	for _, w := range words(ctx, h) {
		if !w.since || w.stale || w.of.Name != "" || !sentence.OutsideGone(w.Text) || sentence.EndedAlready(w.Text, "") {
			continue
		}
		n.Add(w.evidence(h))
		n.Mend("check, where it was outside of the cluster, that nothing of it is left, as the " + w.source + " says; if so, see why " + h.HolderName() + " does not notice")
		cost := h.Cost
		cost.Loss = "Nothing outside of the cluster, by the words of the " + w.source + ", which is to be checked there first; were it still there: " + strings.ToLower(cost.Loss[:1]) + cost.Loss[1:]
		n.Cost = &cost
		return n
	}
	return n
}
