package signs

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// HomeGone decides where the API server has said, to whoever copied the object, that its
// namespace is not there, as after the finalizers of that were taken off by force. It then
// refuses every write in it, also that of the holder (plugin/pkg/admission/namespace/lifecycle).
func HomeGone(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	home := trace.Ref{Kind: "Namespace", Name: h.Node.Namespace}
	if !h.View.Copied || home.Name == "" || h.View.Glance(ctx, home).Object != nil {
		return f
	}
	for _, l := range linesBeside(h) {
		if l.Answer != "NotFound" || l.Message != `namespaces "`+home.Name+`" not found` {
			continue
		}
		f.Fact(answerBeside, l.Message)
		f.Do(explain.Act(explain.Changes, home, "make namespace "+home.Name+" again, so that its holder can take the finalizer off", "kubectl", "create", "namespace", home.Name))
		return f.Decide(explain.Stuck, explain.PrerequisiteGone, "its namespace "+home.Name+" is not there, by the answer copied beside it: the API server refuses every write in it, that of the holder too")
	}
	return f
}
