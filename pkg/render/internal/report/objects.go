package report

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// tree is the objects of a diagnosis; nil where there are none.
func (t *teller) tree() *Section {
	if len(t.d.Objects) == 0 {
		return nil
	}
	g, verdicts := t.graph()
	s := treeSection(g, verdicts)
	return &s
}

// waits is the rule of an edge to what an object waits for.
const waits = "waits for"

// graph is what the objects were found by, with those found outside of it below what
// waits for them, and the verdict of each that was judged.
func (t *teller) graph() (*trace.Graph, map[int]explain.Verdict) {
	g := &trace.Graph{At: t.d.At, AtLeast: t.d.AtLeast}
	if t.d.Graph != nil {
		g.Nodes, g.Edges = slices.Clone(t.d.Graph.Nodes), slices.Clone(t.d.Graph.Edges)
	}
	type identity struct {
		ref trace.Ref
		uid string
	}
	known := map[identity]int{}
	for i := range g.Nodes {
		known[identity{g.Nodes[i].Ref, g.Nodes[i].UID}] = i
	}
	at, fresh := make([]int, len(t.d.Objects)), make([]bool, len(t.d.Objects))
	verdicts := map[int]explain.Verdict{}
	for i := range t.d.Objects {
		o := &t.d.Objects[i]
		node, there := known[identity{o.Ref, o.UID}]
		if !there {
			node, fresh[i] = len(g.Nodes), true
			g.Nodes = append(g.Nodes, o.Node)
		}
		at[i], verdicts[node] = node, o.Verdict
	}
	for i := range t.d.Objects {
		for j := range t.d.Objects[i].Holds {
			for _, b := range t.d.Objects[i].Holds[j].Blockers {
				if b.Object >= 0 && fresh[b.Object] {
					g.Edges = append(g.Edges, trace.Edge{From: at[i], To: at[b.Object], Rule: waits})
				}
			}
		}
	}
	return g, verdicts
}
