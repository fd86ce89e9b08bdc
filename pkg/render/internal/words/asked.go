package words

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Nodes are the objects of a graph.
func Nodes(g *trace.Graph) []*trace.Node {
	out := make([]*trace.Node, len(g.Nodes))
	for i := range g.Nodes {
		out[i] = &g.Nodes[i]
	}
	return out
}

// Objects are the objects of a diagnosis.
func Objects(d *explain.Diagnosis) []*trace.Node {
	out := make([]*trace.Node, len(d.Objects))
	for i := range d.Objects {
		out[i] = &d.Objects[i].Node
	}
	return out
}

// Asked are the indexes of the objects that the question was about: those
// marked, and all of them where none is.
func Asked(nodes []*trace.Node) []int {
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

// Home is the namespace that all asked objects share, so that it need not be
// repeated beside each; empty where there is none. A Namespace stands for itself.
func Home(nodes []*trace.Node) string {
	home := ""
	for at, i := range Asked(nodes) {
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
