// Package around finds what stands around an object that goes: what belongs to it and what it
// belongs to, what it names and what names it, and what its holder was installed by. What these
// say may be why it does not go.
package around

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// How an object is around one that it names, or that names it.
const (
	RefersToIt  = "refers to it"
	ItBelongsTo = "it belongs to"
	ItRefersTo  = "it refers to"
)

// Object is an object around another one.
type Object struct {
	Ref trace.Ref
	How string // completes "Job a, which …"
	// ForIt says that it is there for the object: made by its holder on the deletion.
	ForIt bool
	// Anytime says that its words tell whenever they were said, and Standing the same of what
	// its status says still.
	Anytime, Standing bool
	Depth             int
}

// MayWaitForIt reports whether it may wait for the object itself.
func (o Object) MayWaitForIt() bool { return o.How == ItBelongsTo || o.How == ItRefersTo }

// Of are the objects around one, the closest first.
func Of(ctx context.Context, h *hearing.Case) []Object {
	var out []Object
	for _, ref := range Below(h.View, h.Node.UID) {
		out = append(out, Object{Ref: ref, How: "belongs to it", ForIt: true})
	}
	out = append(out, Over(ctx, h)...)
	out = append(out, installers(ctx, h)...)
	if h.Node.Asked {
		out = append(out, jobsFor(ctx, h)...)
		out = append(out, Referring(ctx, h)...)
	}
	return out
}

// Over are the objects on which it may depend whether one is acted upon: those that it belongs to, and those that it names.
func Over(ctx context.Context, h *hearing.Case) (out []Object) {
	for _, o := range h.Object.GetOwnerReferences() {
		at := acts.Scoped(h, trace.Ref{Group: trace.GroupOf(o.APIVersion), Kind: o.Kind, Namespace: h.Node.Namespace, Name: o.Name})
		if owner := h.View.Glance(ctx, at).Object; owner != nil && owner.GetUID() == o.UID { // and none made anew under its name
			out = append(out, Object{Ref: at, How: ItBelongsTo})
		}
	}
	if g := h.View.Graph; g != nil {
		if at, known := g.Index[h.Node.UID]; known {
			for _, e := range g.Edges {
				if e.To == at && e.Fault == "" && !g.Nodes[e.From].Asked {
					out = append(out, Object{Ref: g.Nodes[e.From].Ref, How: ItBelongsTo})
				}
			}
		}
	}
	return append(out, named(ctx, h)...)
}

// Below are the live objects that belong to one, as the tree that was traced has them.
func Below(w *sight.View, uid string) []trace.Ref {
	if w.Graph == nil {
		return nil
	}
	at, known := w.Graph.Index[uid]
	if !known {
		return nil
	}
	var out []trace.Ref
	for _, e := range w.Graph.Below[at] {
		if n := &w.Graph.Nodes[e.To]; n.State == trace.Live && !n.Asked {
			out = append(out, n.Ref)
		}
	}
	return out
}
