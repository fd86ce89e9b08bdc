package outlook

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// above is a graph, upwards.
type above struct {
	graph *trace.Graph
	index map[trace.Ref]int
	edges map[int][]trace.Edge // by To
}

func graphOf(g *trace.Graph) *above {
	a := &above{graph: g, index: map[trace.Ref]int{}, edges: map[int][]trace.Edge{}}
	for i := range g.Nodes {
		if _, known := a.index[g.Nodes[i].Ref]; !known || g.Nodes[i].State == trace.Live || g.Nodes[i].State.Going() {
			a.index[g.Nodes[i].Ref] = i
		}
	}
	for _, e := range g.Edges {
		if e.Fault == "" && !e.Closes {
			a.edges[e.To] = append(a.edges[e.To], e)
		}
	}
	return a
}

// tops are the objects that manage an object and are managed by none: to delete it for
// good is to delete these. Containers manage nothing.
func (a *above) tops(ref trace.Ref, bounded func(trace.Ref) bool) []trace.Ref {
	at, known := a.index[ref]
	if !known {
		return []trace.Ref{ref}
	}
	seen := map[int]bool{}
	var out []trace.Ref
	var climb func(i int)
	climb = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		higher := false
		for _, e := range a.edges[i] {
			from := &a.graph.Nodes[e.From]
			if !manages(e.Rule) || from.State != trace.Live && !from.State.Going() || !bounded(from.Ref) {
				continue
			}
			higher = true
			climb(e.From)
		}
		if !higher {
			out = append(out, a.graph.Nodes[i].Ref)
		}
	}
	climb(at)
	slices.SortFunc(out, trace.Ref.Compare)
	return slices.Compact(out)
}

// manages reports whether what a rule leads from makes what it leads to: then it has to be
// asked itself. By other rules one only rests on the other.
func manages(rule string) bool {
	switch rule {
	case trace.OwnerRule, "crossplane:composed", "crossplane:claim", "capi:infrastructure", "capi:control-plane",
		"capi:bootstrap", "capi:cluster", "kro:instance", "kro:applyset", "kruise:instance":
		return true
	}
	return false
}
