package explain

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// contentUnlistable judges a namespace that may hold objects of a kind that the
// server cannot list, mostly because its conversion webhook does not answer.
func contentUnlistable(ctx context.Context, h *hearing, c *content) bool {
	var names []string
	for _, u := range c.failedAs(trace.Unavailable) {
		name := u.problem.About.Type()
		names = append(names, name)
		h.fact("list of "+u.problem.About.String(), u.problem.Message)
		if converts := h.conversionOf(ctx, u.kind); converts != nil {
			h.conversionDown(ctx, converts, h.answersOf(ctx, *converts.backend))
			continue
		}
		h.blockFact(name + " cannot be listed")
	}
	return h.decide(Stuck, ContentUnlistable, "the server cannot list "+naming(names)+", so what there is of it here cannot be deleted")
}
