package diagnose

import (
	"context"
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Holders says of objects that were read whole which finalizers hold them, who has to take
// these off, and how well that one is. It judges nothing, and needs no graph: it is what can
// be told while that is still read. A diagnosis may know better in the end. What the objects
// say themselves, their finalizers too, is told at once: to ask who holds them takes a while.
func (d *Diagnoser) Holders(ctx context.Context, known []Known, atOnce func([]explain.Object)) ([]explain.Object, error) {
	reader := d.Reader
	if d.Early != nil {
		reader = d.Early.reader()
	}
	w, err := sight.New(ctx, reader, d.Catalogue, trace.Clock{At: d.Now, AtLeast: d.AtLeast})
	if err != nil {
		return nil, err
	}
	c := &worklist{View: w}
	objects := make([]explain.Object, len(known))
	for i, k := range known {
		w.Remember(k.Kind, k.Object)
		objects[i].Node = c.nodeOf(k.Kind, k.Object)
	}
	atOnce(objects)
	var running sync.WaitGroup
	for i, k := range known {
		running.Go(func() {
			o := &objects[i]
			written := sync.OnceValue(func() []manifest.Write { return manifest.WritesOf(k.Object) })
			for _, f := range o.Finalizers {
				h := &hearing.Case{View: w, Kind: k.Kind, Node: &o.Node, Object: k.Object, Finalizer: f.Name, Written: written}
				h.LookUp()
				found := holder.Find(ctx, h)
				o.Holds = append(o.Holds, explain.Hold{Finalizer: f.Name, Holder: found.Holder, Health: found.Health})
			}
		})
	}
	running.Wait()
	return objects, ctx.Err()
}
