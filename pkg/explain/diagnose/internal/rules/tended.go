package rules

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Tended decides for an object that was copied where another one of the copy is on its way out which, by the catalogue,
// the holder asks to go and waits for. In a cluster the object and its holder tell more.
func Tended(_ context.Context, h *hearing.Case) (f hearing.Finding) {
	g := h.View.Graph
	if !h.View.Copied || h.Object == nil || g == nil || !h.Node.State.Going() || h.Finalizer == "" {
		return f
	}
	at := slices.IndexFunc(g.Nodes, func(n trace.Node) bool { return n.Ref == h.Node.Ref && n.UID == h.Node.UID })
	if at < 0 {
		return f
	}
	var left []trace.Ref
	var names []string
	for _, of := range h.View.Catalogue.Tended(h.Kind, h.Object) {
		if !of.Awaits || !slices.Contains(of.Finalizers, h.Finalizer) {
			continue
		}
		for _, e := range g.Below[at] {
			to := &g.Nodes[e.To]
			if e.Rule == of.Rule && to.State == trace.Deleting && len(to.Finalizers) > 0 && (of.Kinds == nil || slices.Contains(of.Kinds, to.Kind)) && !slices.Contains(left, to.Ref) {
				left, names = append(left, to.Ref), append(names, h.View.NameOf(to.Ref))
				f.BlockKnown(h.View, to.Ref, to.State, "which its holder waits for")
			}
		}
	}
	if len(left) == 0 {
		return f
	}
	f.Next("find out what keeps "+phrase.Plural(len(left), "it", "the first of them"), h.View.WhyStuck(left[0])...)
	return f.Decide(explain.Waiting, explain.Blocked, h.HolderName()+" waits for "+phrase.Names(names)+" to be gone")
}
