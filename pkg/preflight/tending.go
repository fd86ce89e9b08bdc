package preflight

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// readTended reads what the holders of finalizers delete below the objects of the graph.
func (v *survey) readTended(ctx context.Context) {
	f := &v.situation.Facts
	f.Tended = map[string][]explain.Tending{}
	v.readAll(ctx, func(n *trace.Node) bool {
		kind, served := v.kind(n.Group, n.Kind)
		return served && len(n.Finalizers) > 0 && v.Catalogue.Tends(kind, namesOf(n))
	})
	for i := range v.situation.Graph.Nodes {
		n := &v.situation.Graph.Nodes[i]
		kind, served := v.kind(n.Group, n.Kind)
		obj := v.whole[n.UID]
		if !served || obj == nil || len(n.Finalizers) == 0 {
			continue
		}
		if rules := v.Catalogue.Tended(kind, obj); len(rules) > 0 {
			f.Tended[n.UID] = rules
		}
		if isGraphDefinition(n) {
			f.Tended[n.UID] = append(f.Tended[n.UID], definitionOfGraph)
		}
	}
	v.readSpared(ctx)
}

func namesOf(n *trace.Node) []string {
	var out []string
	for _, f := range n.Finalizers {
		out = append(out, f.Name)
	}
	return out
}
