package graph

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Visit is a place in the walk through a graph.
type Visit struct {
	Kid   // the object, and the edges that lead to it from above
	Depth int
	Last  bool // no sibling follows
	Open  bool // something stands below
	Again bool // it stands above too, and is told of there
	// Rest stands for what is only counted below the object.
	Rest string
}

// Walk goes through a graph as through a tree, from the top down. Rest are the lines for
// what is only counted below an object; nil where there are none.
func Walk(g *trace.Graph, rest func(i int, below []Kid) []string) []Visit {
	w := walk{forest: forestOf(g), seen: make([]bool, len(g.Nodes)), rest: rest}
	for _, i := range w.forest.roots(g) {
		w.object(Kid{Node: i}, 0, true)
	}
	for i := range g.Nodes {
		if !w.seen[i] {
			w.object(Kid{Node: i}, 0, true)
		}
	}
	return w.visits
}

type walk struct {
	forest forest
	seen   []bool
	rest   func(i int, below []Kid) []string
	visits []Visit
}

func (w *walk) object(k Kid, depth int, last bool) {
	v := Visit{Kid: k, Depth: depth, Last: last, Again: w.seen[k.Node]}
	if v.Again {
		w.visits = append(w.visits, v)
		return
	}
	w.seen[k.Node] = true
	kids := w.forest.kids[k.Node]
	var rest []string
	if w.rest != nil {
		rest = w.rest(k.Node, kids)
	}
	v.Open = len(kids)+len(rest) > 0
	w.visits = append(w.visits, v)
	for at, below := range kids {
		w.object(below, depth+1, at == len(kids)-1 && len(rest) == 0)
	}
	for at, text := range rest {
		w.visits = append(w.visits, Visit{Kid: Kid{Node: k.Node}, Depth: depth + 1, Last: at == len(rest)-1, Rest: text})
	}
}
