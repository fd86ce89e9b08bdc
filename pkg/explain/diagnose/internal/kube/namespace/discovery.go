package namespace

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// deadGroups are the API groups that do not answer, and those that the namespace
// controller says so of and that nothing here shows to have come back; where it says nothing, those of a table
// or of APIServices that were copied beside it, which are guessed.
func deadGroups(ctx context.Context, h *hearing.Case) (groups []trace.Part, guessed bool) {
	groups = gates.DeadGroups(h.View)
	discovery, _ := logged(h)
	said := gates.GroupsIn(claimOf(h, discoveryFailureCondition) + " " + discovery)
	if guessed = len(groups)+len(said) == 0 && silent(h); guessed {
		said = gates.Unavailable(ctx, h.View)
	}
	for _, group := range said {
		if ctx.Err() != nil {
			break
		}
		if !slices.ContainsFunc(groups, func(g trace.Part) bool { return g.Group == group.Group && g.Version == group.Version }) && !gates.Answers(ctx, h.View, group) {
			groups = append(groups, group)
		}
	}
	return groups, guessed
}

// silent reports whether the conditions that were copied of a namespace tell nothing of what is in its way: what is left in
// it is told only once its kinds were found.
func silent(h *hearing.Case) bool {
	if !h.View.Copied || h.Object == nil {
		return h.View.Copied
	}
	if status := manifest.ConditionOf(h.Object, discoveryFailureCondition).Status; status != "" {
		return status == "True"
	}
	return claimedContent(h)+claimOf(h, contentFailureCondition)+claimOf(h, kindParsingFailedCondition) == ""
}

// logged is what the namespace controller has said last of the namespace in a log that was
// copied beside it: of discovery, and of the deletion itself.
func logged(h *hearing.Case) (discovery, deletion string) {
	for _, line := range h.View.Logs.Aside {
		switch _, said, ok := strings.Cut(line.Text, "deletion of namespace "+h.Node.Name+" failed: "); {
		case !ok:
		case strings.Contains(said, "server APIs"):
			discovery = said
		default:
			deletion = said
		}
	}
	return discovery, deletion
}

// undiscovered reports whether there are any.
func undiscovered(ctx context.Context, h *hearing.Case, _ *content) bool {
	groups, _ := deadGroups(ctx, h)
	return len(groups) > 0
}

// discoveryFails judges a namespace that waits for API groups.
func discoveryFails(ctx context.Context, h *hearing.Case, c *content) (f hearing.Finding) {
	groups, guessed := deadGroups(ctx, h)
	var names []string
	closed := ""
	for _, group := range groups {
		d := gates.DeadGroup(ctx, h.View, group)
		d.Guessed = guessed
		d.Said(claimOf(h, discoveryFailureCondition))
		f.Join(gates.BlockDeadAPI(ctx, h, &d))
		names = append(names, d.Name()+" ("+d.What()+")")
		closed = cmp.Or(closed, phrase.Prefixed("; ", d.HomeClosed(ctx, h)))
	}
	f.Warn("where an API is only down for now, removing its registration makes namespaces go without what that API stores in them")
	atLeast := ""
	if guessed && len(groups) == gates.MostRows {
		atLeast = "at least "
	}
	return f.Decide(explain.Stuck, explain.DiscoveryFails, "no namespace can go while "+atLeast+phrase.Count(len(groups), "API group does", "API groups do")+" not answer: "+phrase.Names(names)+closed+restGone(h, c))
}

// restGone tells, where nothing shows otherwise, that the namespace controller has found all else gone, or of which types
// it has said that some are left.
func restGone(h *hearing.Case, c *content) string {
	if h.Object == nil || len(c.pods)+len(c.going)+len(c.idle) > 0 {
		return ""
	}
	all := manifest.ConditionsOf(h.Object.Object)
	if at := slices.IndexFunc(all, func(said manifest.Condition) bool {
		return said.Status == "True" && (said.Kind == "NamespaceDeletionContentFailure" || said.Reason == "ContentDeletionFailed")
	}); at >= 0 {
		return typesLeft(all[at].Message)
	}
	for _, said := range all {
		if said.Reason == "ContentRemoved" && said.Status == "False" && h.Since(said.Since) {
			return "; all else in it is gone, its conditions say, unless pods are left"
		}
	}
	return ""
}

// ofType is how the namespace controller says of which type something was left.
var ofType = regex.New(`remain in namespace: \S+ for gvr: [^,\s]*, Resource=([a-z]+)`)

func typesLeft(message string) string {
	var types []string
	for _, m := range ofType.FindAllStringSubmatch(message, -1) {
		if !slices.Contains(types, m[1]) {
			types = append(types, m[1])
		}
	}
	return phrase.Prefixed("; its conditions tell that these were left in it as well: ", phrase.Names(types))
}
