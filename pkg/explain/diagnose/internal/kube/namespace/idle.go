package namespace

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// idleLong reports whether objects are left that nobody has asked to go,
// although the pods are gone and the namespace controller had the time, or was
// refused.
func idleLong(_ context.Context, h *hearing.Case, c *content) bool {
	return len(c.pods) == 0 && len(c.idle) > 0 && (longGone(h) || refusal(contentFailure(h)))
}

// refusal reports whether the words say that admission refused a request. That
// items remain is no refusal: the namespace controller says so of all that a
// finalizer holds.
func refusal(words string) bool {
	_, told := apiwords.Refused(words)
	return told || strings.Contains(words, " is forbidden: ")
}

// contentNotAsked judges such a namespace.
func contentNotAsked(ctx context.Context, h *hearing.Case, c *content) (f hearing.Finding) {
	f.Join(blockLive(h, c.idle, f.Room()))
	f.Join(nextOf(h, nil, c.idle))
	f.Join(admitGaps(h, c))
	return f.And(notAsked(ctx, h, c.idle, explain.ContentNotAsked, "nobody has asked "+counted(h.View, c.idle)+" to go although the pods are gone: "+phrase.Names(typedNames(h.View, c.idle))))
}

// notAsked decides for live objects in a namespace that has been going for
// long: their deletion is refused, or nobody asks.
func notAsked(ctx context.Context, h *hearing.Case, live []sight.Brief, reason explain.Reason, message string) (f hearing.Finding) {
	if why, told := gates.DeletesRefused(ctx, h, live); why != "" {
		f.Join(told)
		return f.Decide(explain.Stuck, reason, message+why)
	}
	m := holder.ControllerManager(ctx, h.View)
	if failure := contentFailure(h); failure != "" {
		f.Mend("mend what refuses to let it be deleted: " + phrase.OneLine(failure))
		return f.Decide(explain.Stuck, reason, message+"; the namespace controller says: "+phrase.Quoted(failure))
	}
	if f = f.And(holder.ManagerDown(m, message+"; the kube-controller-manager "+m.Message)); f.Decided() {
		return f
	}
	f.Do(explain.Act(explain.Deletes, live[0].Ref, "delete it yourself, as the namespace controller should have", h.View.Command(live[0].Ref, "delete")...))
	return f.Decide(explain.Undecided, reason, message)
}

// contentFailure is what the namespace controller says it could not delete.
func contentFailure(h *hearing.Case) string {
	if h.Object == nil {
		return ""
	}
	if failure := manifest.ConditionOf(h.Object, contentFailureCondition); failure.Status == "True" {
		return failure.Message
	}
	_, said := logged(h)
	return said
}
