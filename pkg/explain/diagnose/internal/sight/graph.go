package sight

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Graph is the graph with the ways down from each node.
type Graph struct {
	*trace.Graph
	Index map[string]int // by UID
	Below map[int][]trace.Edge
}

// Indexed makes the index of a graph.
func Indexed(g *trace.Graph) *Graph {
	x := &Graph{Graph: g, Index: make(map[string]int, len(g.Nodes)), Below: map[int][]trace.Edge{}}
	for i := range g.Nodes {
		if g.Nodes[i].UID != "" {
			x.Index[g.Nodes[i].UID] = i
		}
	}
	for _, e := range g.Edges {
		x.Below[e.From] = append(x.Below[e.From], e)
	}
	return x
}
