package namespace

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The conditions that the namespace controller writes.
const (
	contentRemainingCondition  = "NamespaceContentRemaining"
	finalizersCondition        = "NamespaceFinalizersRemaining"
	contentFailureCondition    = "NamespaceDeletionContentFailure"
	discoveryFailureCondition  = "NamespaceDeletionDiscoveryFailure"
	kindParsingFailedCondition = "NamespaceDeletionGroupVersionParsingFailure"
)

// weighClaims puts what the conditions claim beside what listing showed.
func weighClaims(ctx context.Context, h *hearing.Case, c *content) (n hearing.Notes) {
	if h.Object == nil {
		return n
	}
	var untrue []string
	remain, finalizers := manifest.ConditionOf(h.Object, contentRemainingCondition), manifest.ConditionOf(h.Object, finalizersCondition)
	if remain.Status == "False" && len(c.pods)+len(c.going)+len(c.idle) > 0 {
		untrue = append(untrue, contentRemainingCondition+"=False ("+remain.Message+")")
	}
	if finalizers.Status == "False" && len(held(c.pods))+len(held(c.going)) > 0 {
		untrue = append(untrue, finalizersCondition+"=False ("+finalizers.Message+")")
	}
	if len(untrue) > 0 {
		claims := strings.Join(untrue, " and ")
		n.Quote(h.Name()+": .status.conditions", "claims "+claims+", which listing it disproves", claims)
	}
	for _, name := range []string{contentFailureCondition, discoveryFailureCondition, kindParsingFailedCondition} {
		if failure := manifest.ConditionOf(h.Object, name); failure.Status == "True" {
			n.Quote(h.Name()+": .status.conditions", name+": "+failure.Message, failure.Message)
		}
	}
	if fact := ofOthers(ctx, h); fact != "" {
		n.Add(explain.Evidence{Kind: explain.Awaited, Source: h.Name() + ": .status.conditions", Fact: fact})
	}
	return n
}

// ofOthers says what the conditions mean that are False: where something remains, that they find nothing else wrong, unless
// a finalizer of somebody else holds the namespace too or an API is down; and that none remains nothing, where deleting
// failed, since what could not be deleted is not counted. Where an API group does not answer they tell that all else is deleted.
func ofOthers(ctx context.Context, h *hearing.Case) string {
	status := func(name string) string { return manifest.ConditionOf(h.Object, name).Status }
	others := slices.ContainsFunc(h.Node.Finalizers, func(f trace.Finalizer) bool { return f.Name != "kubernetes" })
	switch failed, remain := status(contentFailureCondition), status(contentRemainingCondition); {
	case status(discoveryFailureCondition) == "True" && failed == "False" && remain == "False":
		return "by its conditions all that could be found in it is deleted already: only whether the API groups that do not answer have something in it is not known"
	case failed == "True" && remain == "True" && status(finalizersCondition) == "False" && strings.Contains(manifest.ConditionOf(h.Object, contentRemainingCondition).Message, " pods. has "):
		return "by its conditions nothing that is left has a finalizer: its pods go once the kubelets of their nodes have ended them"
	case failed == "True" && remain == "False":
		return contentRemainingCondition + "=False says nothing here: what could not be deleted was not counted"
	case failed == "False" && remain == "True" && status(discoveryFailureCondition) == "False" && status(kindParsingFailedCondition) == "False":
		if others || len(gates.DeadGroups(h.View)) > 0 || h.View.Copied && len(gates.Unavailable(ctx, h.View)) > 0 {
			return ""
		}
		return "by its conditions the namespace itself is in order: that the others are False means that no such failure was found, so the API groups answered, and nothing refused the deletion"
	}
	return ""
}

// claimedContent is what the conditions say to be left in the namespace, in their
// own words; empty where they do not say so.
func claimedContent(h *hearing.Case) string {
	return explain.Joined("; ", claimOf(h, contentRemainingCondition), claimOf(h, finalizersCondition))
}

// allContent is what listing shows of the namespace. What comes and goes by the
// thousand is listed only where nothing else is left and the conditions say that
// something is: then it is what is held.
func allContent(ctx context.Context, h *hearing.Case) *content {
	c := contentOf(ctx, h.View, h.Node.Name)
	if len(c.pods)+len(c.going)+len(c.idle) > 0 || claimedContent(h) == "" {
		return c
	}
	with := *c
	with.going = sight.Memory[memory](h.View).events.Get(h.Node.Name, func() []sight.Brief { return heldEvents(ctx, h.View, h.Node.Name) })
	return &with
}

// heldEvents are the Events of a namespace that were asked to go and are held.
func heldEvents(ctx context.Context, w *sight.View, namespace string) []sight.Brief {
	var rows []sight.Brief
	for _, k := range w.Kinds {
		if k.Namespaced && k.Listable && fleeting(k) && k.Group == "" {
			found, problems := w.ScanOne(ctx, k, namespace)
			rows = append(rows, found.Rows...)
			for _, p := range problems {
				w.Note(p)
			}
		}
	}
	leaving, _ := sight.Split(rows)
	return held(leaving)
}
