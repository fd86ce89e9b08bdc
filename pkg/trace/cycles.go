package trace

// markCycles marks the edges that lead back to an object above, so that no way
// along the others is endless. It walks from the nodes that nothing stands
// above and then from the rest, each in the graph's order.
func markCycles(g *Graph) {
	w := cycleWalk{g: g, first: make([]int, len(g.Nodes)+1), state: make([]byte, len(g.Nodes))}
	headed := make([]bool, len(g.Nodes))
	for _, e := range g.Edges {
		w.first[e.From+1]++
		headed[e.To] = headed[e.To] || e.To != e.From
	}
	for i := range g.Nodes {
		w.first[i+1] += w.first[i]
	}
	for _, heads := range []bool{true, false} {
		for i := range g.Nodes {
			if !heads || !headed[i] {
				w.from(i)
			}
		}
	}
}

// cycleWalk is a walk depth first. It keeps its own stack, because a chain of
// owners can be as long as there are objects.
type cycleWalk struct {
	g     *Graph
	first []int  // where the edges from each node begin, edges being in order
	state []byte // of each node: unseen, open or done
	stack []step
}

const (
	unseen byte = iota
	open        // on the way from the start of the walk
	done
)

type step struct{ node, edge int }

func (w *cycleWalk) from(start int) {
	w.enter(start)
	for len(w.stack) > 0 {
		at := &w.stack[len(w.stack)-1]
		if at.edge == w.first[at.node+1] {
			w.state[at.node] = done
			w.stack = w.stack[:len(w.stack)-1]
			continue
		}
		e := &w.g.Edges[at.edge]
		at.edge++
		if w.state[e.To] == open {
			e.Closes = true
			if e.Fault == "" {
				e.Fault = Cycle
			}
			continue
		}
		w.enter(e.To)
	}
}

func (w *cycleWalk) enter(node int) {
	if w.state[node] == unseen {
		w.state[node] = open
		w.stack = append(w.stack, step{node, w.first[node]})
	}
}
