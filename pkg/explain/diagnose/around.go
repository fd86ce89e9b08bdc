package diagnose

import (
	"context"
	"slices"
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rules"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Foreboding is Diagnose of what is still to be deleted: the objects of the graph that are
// asked about are judged, and for all of it is said what the writes of their deletion rest
// on.
func (d *Diagnoser) Foreboding(ctx context.Context, g *trace.Graph) (*explain.Diagnosis, *explain.Around, error) {
	w, err := d.view(ctx, g)
	if err != nil {
		return nil, nil, err
	}
	out, err := d.diagnose(ctx, w)
	if err != nil {
		return nil, nil, err
	}
	around := &explain.Around{
		Gates: map[string][]explain.Gate{}, Grants: map[explain.GrantKey][]explain.Grant{}, Needs: map[explain.NeedKey][]trace.Ref{},
		Unannounced: map[explain.NeedKey]string{},
	}
	gatesAround(ctx, w, g, around)
	for i := range out.Objects {
		o := &out.Objects[i]
		about := sync.OnceValue(func() *hearing.Case { return hearing.About(ctx, w, o.Ref) })
		for j := range o.Holds {
			restOf(ctx, w, around, o, &o.Holds[j], about)
		}
	}
	around.APIs = gates.RemoteAPIs(ctx, w)
	out.Incomplete = w.Incomplete()
	return out, around, ctx.Err()
}

func gatesAround(ctx context.Context, w *sight.View, g *trace.Graph, around *explain.Around) {
	for i := range g.Nodes {
		n := &g.Nodes[i]
		kind, served := w.Kind(n.Group, n.Kind)
		if !served || n.UID == "" || n.State != trace.Live && !n.State.Going() {
			continue
		}
		var finalizers []string
		for _, f := range n.Finalizers {
			finalizers = append(finalizers, f.Name)
		}
		if found := gates.AskedAbout(ctx, w, kind, n.Ref, finalizers); len(found) > 0 {
			protected(ctx, w, n, found)
			around.Gates[n.UID] = found
		}
	}
}

// protected has the webhooks of a live object say what they are known to say to its delete.
func protected(ctx context.Context, w *sight.View, n *trace.Node, found []explain.Gate) {
	if n.State != trace.Live || !slices.ContainsFunc(found, func(g explain.Gate) bool { return g.Deletes }) {
		return
	}
	h := hearing.About(ctx, w, n.Ref)
	if h == nil {
		return
	}
	p, known := rules.ProtectedBy(ctx, h)
	if !known {
		return
	}
	for i := range found {
		if g := &found[i]; g.Deletes && g.Config == p.By {
			g.Says, g.For = p.Says, p.For
		}
	}
}

// restOf adds what the holder of a finalizer needs, and whether it comes to know.
func restOf(ctx context.Context, w *sight.View, around *explain.Around, o *explain.Object, hold *explain.Hold, about func() *hearing.Case) {
	kind, served := w.Kind(o.Group, o.Kind)
	if !served || hold.Finalizer == "" {
		return
	}
	if account := hold.Holder.Account; account.Name != "" {
		key := explain.GrantKey{Account: account, Group: kind.Group, Resource: kind.Resource, Namespace: o.Namespace}
		if _, known := around.Grants[key]; !known {
			around.Grants[key] = holder.Giving(ctx, w, account, kind, o.Namespace)
		}
	}
	if h := about(); h != nil {
		h.Finalizer = hold.Finalizer
		h.Entry, _ = w.Catalogue.Entry(h.Kind, h.Finalizer)
		key := explain.NeedKey{UID: o.UID, Finalizer: hold.Finalizer}
		if needs := rules.Needs(ctx, h); len(needs) > 0 {
			around.Needs[key] = needs
		}
		if why, instead := rules.Unannounced(ctx, h); why != "" {
			around.Unannounced[key] = why
			hold.Next = append(instead, hold.Next...)
		}
	}
}
