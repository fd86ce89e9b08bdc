package kruise

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Project is what the catalogue calls OpenKruise.
const Project = "OpenKruise"

// group is that of its workloads.
const group = "apps.kruise.io"

// Question is one check of OpenKruise, asked about one object.
type Question struct {
	Check *catalogue.Check
	Case  *hearing.Case
	// Other is what the check leads to, mostly the pod's owner, with its object where it is there.
	Other       trace.Ref
	OtherObject map[string]any
}

// Vars are what the check knows as vars beside its own, and OpenKruise where it has to go on,
// nil where it has not, or nothing tells which it is.
func (q *Question) Vars(ctx context.Context) (map[string]any, *holder.Runner) {
	vars := map[string]any{"unclaimed": q.Case.Entry.Project == "", "holder": string(q.Case.Health)}
	runner := q.lookAt(ctx, vars)
	q.times(vars)
	return vars, runner
}

// Tell makes a part of the evidence how OpenKruise is where that matters, and which release it is
// where that may explain the case.
func Tell(r *holder.Runner, reason explain.Reason) (n hearing.Notes) {
	n.Evidence = append(n.Evidence, r.Evidence...)
	if reason == explain.LifecycleStalled || r.Wellbeing.Reason != "" {
		n.Evidence = append(n.Evidence, r.Wellbeing.Evidence...)
	}
	if reason == explain.LifecycleStalled && r.Object != nil {
		n.Join(tellRelease(r.Object, r.Holder.Workload))
	}
	return n
}
