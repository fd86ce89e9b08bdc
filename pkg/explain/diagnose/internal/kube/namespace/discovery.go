package namespace

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// discoveryFails judges a namespace that waits for API groups.
func discoveryFails(ctx context.Context, h *hearing.Case, _ *content) (f hearing.Finding) {
	groups := gates.DeadGroups(h.View)
	var names []string
	for _, group := range groups {
		d := gates.DeadGroup(ctx, h.View, group)
		f.Join(gates.BlockDeadAPI(ctx, h, &d))
		names = append(names, d.Name()+" ("+d.What()+")")
	}
	f.Warn("where an API is only down for now, removing its registration makes namespaces go without what that API stores in them")
	return f.Decide(explain.Stuck, explain.DiscoveryFails, "no namespace can go while "+phrase.Count(len(groups), "API group does", "API groups do")+" not answer: "+phrase.Names(names))
}
