package namespace

import (
	"context"
	"regexp"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// groupPattern finds API groups with their versions in what discovery says.
var groupPattern = regexp.MustCompile(`([a-z0-9.-]+\.[a-z0-9-]+)/(v[0-9][a-z0-9]*)`)

// deadGroups are the API groups that do not answer, and those that the namespace
// controller says so of and that nothing here shows to have come back.
func deadGroups(ctx context.Context, h *hearing.Case) []trace.Part {
	groups := gates.DeadGroups(h.View)
	for _, m := range groupPattern.FindAllStringSubmatch(claimOf(h, discoveryFailureCondition), -1) {
		group := trace.Part{Group: m[1], Version: m[2]}
		if !slices.ContainsFunc(groups, func(g trace.Part) bool { return g.Group == group.Group && g.Version == group.Version }) && !gates.Answers(ctx, h.View, group) {
			groups = append(groups, group)
		}
	}
	return groups
}

// discoveryFails judges a namespace that waits for API groups.
func discoveryFails(ctx context.Context, h *hearing.Case, _ *content) (f hearing.Finding) {
	groups := deadGroups(ctx, h)
	var names []string
	for _, group := range groups {
		d := gates.DeadGroup(ctx, h.View, group)
		f.Join(gates.BlockDeadAPI(ctx, h, &d))
		names = append(names, d.Name()+" ("+d.What()+")")
	}
	f.Warn("where an API is only down for now, removing its registration makes namespaces go without what that API stores in them")
	return f.Decide(explain.Stuck, explain.DiscoveryFails, "no namespace can go while "+phrase.Count(len(groups), "API group does", "API groups do")+" not answer: "+phrase.Names(names))
}
