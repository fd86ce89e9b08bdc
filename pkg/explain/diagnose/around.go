package diagnose

import (
	"context"
	"slices"
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kruise"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/marks"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rules"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Ahead is Diagnose of what is still to be deleted: the objects of the graph that are
// asked about are judged, and for all of it is said what the writes of their deletion rest
// on. Of those that are alike to one of these, by their numbers in the graph, only what they
// say themselves is looked for: what keeps the holder of that one, and what is lost.
func (d *Diagnoser) Ahead(ctx context.Context, g *trace.Graph, alike []int) (*explain.Diagnosis, *explain.Around, error) {
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
		Withheld: map[explain.NeedKey]explain.Withholding{}, Losses: map[string]explain.Cost{},
	}
	gatesAround(ctx, w, g, around)
	for i := range out.Objects {
		o := &out.Objects[i]
		about := sync.OnceValue(func() *hearing.Case { return hearing.About(ctx, w, o.Ref) })
		for j := range o.Holds {
			restOf(ctx, w, around, &o.Node, &o.Holds[j], about)
		}
	}
	for _, i := range alike {
		n := &g.Nodes[i]
		about := sync.OnceValue(func() *hearing.Case { return hearing.About(ctx, w, n.Ref) })
		for _, hold := range holdsLike(out, n) {
			restOf(ctx, w, around, n, &hold, about)
		}
		if h := about(); h != nil {
			around.Losses[n.UID] = kube.LostWith(ctx, h)
		}
	}
	around.APIs = gates.RemoteAPIs(ctx, w)
	out.Incomplete = w.Incomplete()
	return out, around, ctx.Err()
}

// holdsLike are the holds of a judged object of the kind, by the same finalizers.
func holdsLike(d *explain.Diagnosis, n *trace.Node) []explain.Hold {
	of := slices.IndexFunc(d.Objects, func(o explain.Object) bool {
		return o.Group == n.Group && o.Kind == n.Kind && o.State == n.State && slices.EqualFunc(o.Finalizers, n.Finalizers, func(a, b trace.Finalizer) bool { return a.Name == b.Name })
	})
	if of < 0 {
		return nil
	}
	return slices.Clone(d.Objects[of].Holds)
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
			g.Says, g.Perhaps, g.For = p.Says, p.Perhaps, p.For
		}
	}
}

// restOf adds what the holder of a finalizer needs, and whether it comes to know.
func restOf(ctx context.Context, w *sight.View, around *explain.Around, o *trace.Node, hold *explain.Hold, about func() *hearing.Case) {
	kind, served := w.Kind(o.Group, o.Kind)
	if !served || hold.Finalizer == "" {
		return
	}
	if account := hold.Holder.Account; account.Name != "" {
		key := explain.GrantKey{Account: account, Group: kind.Group, Resource: kind.Resource, Namespace: o.Namespace}
		if _, known := around.Grants[key]; !known {
			around.Grants[key] = rights.Giving(ctx, w, account, kind, o.Namespace)
		}
	}
	if h := about(); h != nil {
		h.Finalizer = hold.Finalizer
		h.LookUp()
		key := explain.NeedKey{UID: o.UID, Finalizer: hold.Finalizer}
		if needs := rules.Needs(ctx, h); len(needs) > 0 {
			around.Needs[key] = needs
		}
		if why := withheld(ctx, h, hold); why.Says != "" {
			around.Withheld[key] = why
		}
	}
}

// withheld finds why the holder of a finalizer of a live object will not take it off, and what
// to do about that.
func withheld(ctx context.Context, h *hearing.Case, hold *explain.Hold) (why explain.Withholding) {
	if hold.Verdict != explain.NotDeleting || hold.Holder.BuiltIn {
		return why
	}
	if says, instead := kruise.Unannounced(ctx, h); says != "" {
		return explain.Withholding{Says: says, Next: instead}
	}
	h.Actor = hearing.Actor{Holder: hold.Holder, Health: hold.Health}
	for _, rung := range []hearing.Rung{rules.Foretold, marks.Excluded} {
		f := rung(ctx, h)
		if f.Verdict != explain.Stuck && f.Verdict != explain.Waiting && f.Verdict != explain.Undecided {
			continue
		}
		one := withholdingOf(&f)
		if len(one.For) == 0 {
			return one // whatever else goes
		}
		if why.Says == "" {
			why = one
			continue
		}
		why.Sure, why.For = why.Sure && one.Sure, append(why.For, one.For...)
	}
	return why
}

// withholdingOf is what a finding says of a holder. It is for good where something has to come
// back, or where one of those that it is for cannot be seen, of which nobody knows how long.
func withholdingOf(f *hearing.Finding) explain.Withholding {
	why := explain.Withholding{Says: f.Message, Sure: f.Verdict != explain.Undecided, Next: f.Steps}
	lasts := false
	for i := range f.Blockers {
		switch b := &f.Blockers[i]; {
		case b.State == trace.Gone:
			lasts = true
		case b.Name == "" || b.State != trace.Live && !b.State.Going():
			lasts, why.Sure = true, why.Sure && len(f.Blockers) == 1
		default:
			why.For = append(why.For, b.Ref)
		}
	}
	if lasts {
		why.For = nil
	}
	return why
}
