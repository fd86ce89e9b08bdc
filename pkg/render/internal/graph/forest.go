package graph

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Kid is an object below another, with every edge that leads to it from there.
type Kid struct {
	Node  int
	Edges []trace.Edge
}

// forest is the graph by node: who stands below and who above.
type forest struct {
	kids    [][]Kid
	parents [][]int // without the edges that close a cycle
}

func forestOf(g *trace.Graph) forest {
	f := forest{
		kids:    make([][]Kid, len(g.Nodes)),
		parents: make([][]int, len(g.Nodes)),
	}
	type pair struct{ from, to int }
	seen := map[pair]int{}
	for _, e := range g.Edges {
		p := pair{e.From, e.To}
		at, again := seen[p]
		if !again {
			at = len(f.kids[e.From])
			seen[p] = at
			f.kids[e.From] = append(f.kids[e.From], Kid{Node: e.To})
		}
		k := &f.kids[e.From][at]
		k.Edges = append(k.Edges, e)
		if !leadsUp(e) && e.From != e.To {
			f.parents[e.To] = append(f.parents[e.To], e.From)
		}
	}
	return f
}

// leadsUp reports whether an edge leads back to an object above, whatever else is
// wrong with it.
func leadsUp(e trace.Edge) bool {
	return e.Closes || e.Fault == trace.Cycle
}

// roots returns the objects to begin with: first the topmost ancestors of the
// asked objects, then those of the rest. Among each, those that are there and
// have a sound edge come first, so that an object is shown in full below its
// real owner. An object that only a cycle leads to may be missing.
func (f forest) roots(g *trace.Graph) []int {
	climbed := make([]bool, len(g.Nodes))
	tops := f.tops(words.Asked(words.Nodes(g)), climbed)
	rest := make([]int, len(g.Nodes))
	for i := range rest {
		rest[i] = i
	}
	others := f.tops(rest, climbed)
	for _, list := range [][]int{tops, others} {
		slices.SortStableFunc(list, func(a, b int) int {
			return f.rank(g, a) - f.rank(g, b)
		})
	}
	return append(tops, others...)
}

// rank is higher for a root that says less about what stands below it: all its
// edges are faulty, or it is not there at all.
func (f forest) rank(g *trace.Graph, i int) int {
	if !words.Exists(g.Nodes[i].State) {
		return 2
	}
	for _, k := range f.kids[i] {
		for _, e := range k.Edges {
			if e.Fault == "" {
				return 0
			}
		}
	}
	return min(len(f.kids[i]), 1)
}

// tops climbs from each object to those with nothing above them. It passes no
// object twice.
func (f forest) tops(from []int, climbed []bool) []int {
	var out []int
	for _, start := range from {
		todo := []int{start}
		for len(todo) > 0 {
			i := todo[0]
			todo = todo[1:]
			if climbed[i] {
				continue
			}
			climbed[i] = true
			if len(f.parents[i]) == 0 {
				out = append(out, i)
			}
			todo = append(todo, f.parents[i]...)
		}
	}
	return out
}

// reach returns the objects and all that stand below them, the given ones
// first. Edges that close a cycle lead up and are not followed.
func reach(g *trace.Graph, from []int) []int {
	f := forestOf(g)
	seen := make([]bool, len(g.Nodes))
	out := slices.Clone(from)
	for _, i := range from {
		seen[i] = true
	}
	for at := 0; at < len(out); at++ {
		for _, k := range f.kids[out[at]] {
			down := slices.ContainsFunc(k.Edges, func(e trace.Edge) bool { return !leadsUp(e) })
			if down && !seen[k.Node] {
				seen[k.Node] = true
				out = append(out, k.Node)
			}
		}
	}
	return out
}
