package namespace

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// contentUnlistable judges a namespace that may hold objects of a kind that the
// server cannot list, mostly because its conversion webhook does not answer.
func contentUnlistable(ctx context.Context, h *hearing.Case, c *content) (f hearing.Finding) {
	var names []string
	for _, u := range c.failedAs(trace.Unavailable) {
		name := u.problem.About.Type()
		names = append(names, name)
		f.Quote("list of "+u.problem.About.String(), u.problem.Message, u.problem.Message)
		if converts := gates.ConversionOf(ctx, h.View, u.kind); converts != nil {
			f.Join(gates.ConversionDown(ctx, h, converts, gates.AnswersOf(ctx, h.View, *converts.Backend)).Notes)
			continue
		}
		f.BlockFact(name + " cannot be listed")
	}
	return f.Decide(explain.Stuck, explain.ContentUnlistable, "the server cannot list "+phrase.Names(names)+", so what there is of it here cannot be deleted")
}
