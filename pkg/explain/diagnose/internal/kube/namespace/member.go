package namespace

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// NotAskedYet is a rung for a live object in a namespace on its way out.
func NotAskedYet(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Node.State != trace.Live || h.Node.Namespace == "" {
		return f
	}
	if _, rotten := cannotDecode(ctx, h); rotten {
		return f
	}
	space := h.View.Look(ctx, trace.Ref{Kind: "Namespace", Name: h.Node.Namespace})
	if space.Object == nil || !space.State.Going() {
		return f
	}
	f.Actor = namespaceController(ctx, h)
	f.Fact("namespaces/"+h.Node.Namespace+": .metadata.deletionTimestamp", "the namespace was asked to go "+h.View.Clock.When(space.Object.GetDeletionTimestamp().UTC()))
	c := contentOf(ctx, h.View, h.Node.Namespace)
	leaving, live := sight.Split(c.pods)
	f.Join(blockRows(h, leaving, f.Room()))
	why := h.View.WhyStuck(trace.Ref{Kind: "Namespace", Name: h.Node.Namespace})
	f.Next("see what the namespace waits for", why...)
	switch {
	case h.Kind.IsPod():
		return f.Decide(explain.NotAsked, explain.NotAskedYet, "nobody has asked it to go yet: the namespace controller asks the pods of a namespace first")
	case len(c.pods) > 0:
		return f.Decide(explain.NotAsked, explain.NotAskedYet, "nobody has asked it to go yet: the namespace controller asks it once the pods are gone, and "+
			phrase.Count(len(c.pods), "is", "are")+" left: "+phrase.Names(rowNames(append(leaving, live...))))
	}
	says := ""
	if failure := manifest.ConditionOf(space.Object, contentFailureCondition); failure.Status == "True" {
		says = "; the namespace controller says: " + phrase.Quoted(failure.Message)
	}
	return f.Decide(explain.NotAsked, explain.NotAskedYet, "nobody has asked it to go yet, although the pods of the namespace are gone"+says)
}
