package holder

import (
	"cmp"
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
)

// Runner is the controller that has to go on with an object which nothing of
// its own holds.
type Runner struct {
	Holder    explain.Holder
	Wellbeing hearing.Wellbeing
	Evidence  []explain.Evidence
	// Object is its workload, nil where none was found or could be read.
	Object *unstructured.Unstructured
}

// RunnerOf looks for the workload of a component.
func RunnerOf(ctx context.Context, h *hearing.Case, project string, c *catalogue.Component) *Runner {
	t := &tally{
		View: h.View, workloads: WorkloadsOf(ctx, h.View, c.Namespaces...),
		entry: catalogue.Entry{Finalizer: catalogue.Finalizer{Component: c.Name}, Project: project, Controller: *c},
	}
	if !t.workloads.Complete && !h.View.Copied {
		t.learn(explain.Evidence{Fact: "could not look through the workloads of all namespaces", Source: "your rights", Weak: true})
	}
	t.byCatalogue()
	t.byAbsence(ctx)
	n := t.nominee(ctx, h)
	n.holder.Name = cmp.Or(n.holder.Name, c.Name)
	r := &Runner{Holder: n.holder, Evidence: t.evidence}
	if n.named == nil {
		r.Wellbeing = n.absent(ctx)
		return r
	}
	r.Object = h.View.Look(ctx, n.named.ref).Object
	if r.Object != nil {
		r.Holder.Account = manifest.AccountOf(r.Object)
	}
	r.Wellbeing = workloadWellbeing(ctx, h.View, n.named)
	return r
}
