package render

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// nodesOf are the objects of a graph.
func nodesOf(g *trace.Graph) []*trace.Node {
	out := make([]*trace.Node, len(g.Nodes))
	for i := range g.Nodes {
		out[i] = &g.Nodes[i]
	}
	return out
}

// judgedOf are the objects of a diagnosis.
func judgedOf(d *explain.Diagnosis) []*trace.Node {
	out := make([]*trace.Node, len(d.Objects))
	for i := range d.Objects {
		out[i] = &d.Objects[i].Node
	}
	return out
}

// askedAmong are the indexes of the objects that the question was about: those
// marked, and all of them where none is.
func askedAmong(nodes []*trace.Node) []int {
	var asked, all []int
	for i, n := range nodes {
		all = append(all, i)
		if n.Asked {
			asked = append(asked, i)
		}
	}
	if len(asked) == 0 {
		return all
	}
	return asked
}

// homeAmong is the namespace that all asked objects share, so that it need not be
// repeated beside each; empty where there is none. A Namespace stands for itself.
func homeAmong(nodes []*trace.Node) string {
	home := ""
	for at, i := range askedAmong(nodes) {
		n := nodes[i]
		ns := n.Namespace
		if n.Group == "" && n.Kind == "Namespace" {
			ns = n.Name
		}
		if at > 0 && ns != home {
			return ""
		}
		home = ns
	}
	return home
}
