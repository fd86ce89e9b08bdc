package diagnose

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/collector"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// countGoing adds what goes with the object where it has one finalizer, which is
// the last.
func countGoing(o *explain.Object) {
	last := -1
	for i := range o.Holds {
		if o.Holds[i].Finalizer != "" {
			if last >= 0 {
				return
			}
			last = i
		}
	}
	if last >= 0 {
		o.Holds[last].Cost = o.Holds[last].Cost.And(o.Goes)
	}
}

// readOwned finds what names each object as its owner, in all namespaces where
// the object is in none: the graph looks only where it was led. It is done for
// what a removal may end, and adds to what could not be read.
func (c *worklist) readOwned(ctx context.Context) {
	for i := range c.objects {
		o := &c.objects[i]
		_, shown := c.View.Graph.Index[o.UID]
		ends := o.UID != "" && (o.State.Going() || o.State == trace.Live && o.Asked)
		if !ends || shown && o.Namespace != "" {
			continue
		}
		rows, _ := collector.DependentsOf(ctx, c.View, &o.Node)
		o.Owned = []trace.Ref{}
		for j := range rows {
			if rows[j].Deleted.IsZero() {
				o.Owned = append(o.Owned, rows[j].Ref)
			}
		}
	}
}
