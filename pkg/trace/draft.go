package trace

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// draft is the finished set of vertices and edges, while the last touches are
// made.
type draft struct {
	kept  map[*vertex]bool
	edges map[edgeKey]*Edge
	out   map[*vertex][]edgeKey
	in    map[*vertex][]edgeKey
}

func (b *builder) finish() *Graph {
	b.connectEarly()
	d := b.draft()
	if edges := len(b.edges); b.thinContent(d) < edges {
		d = b.draft()
	}
	switch {
	case b.Deleting:
		d.prune()
	case !b.All:
		b.fold(d)
	}
	g := &Graph{At: b.Now, AtLeast: b.AtLeast}
	index := d.number(g)
	d.list(g, index)
	markCycles(g)
	g.Incomplete = slices.SortedFunc(maps.Keys(b.problems), Problem.Compare)
	return g
}

// connectEarly gives those dependents that became vertices although they were
// to be folded the edge from the vertex that was to fold them.
func (b *builder) connectEarly() {
	for _, v := range b.vertices {
		for i := range v.folds {
			e := &v.folds[i]
			e.records = slices.DeleteFunc(e.records, func(c child) bool {
				to, ok := b.vertices[b.store.UID(c.record)]
				if !ok || to.dangling {
					return false
				}
				b.connect(v, to, b.edgeOf(v, e.rule, c))
				return true
			})
		}
	}
}

func (b *builder) draft() *draft {
	d := &draft{
		kept:  make(map[*vertex]bool, len(b.vertices)),
		edges: b.edges,
		out:   map[*vertex][]edgeKey{},
		in:    map[*vertex][]edgeKey{},
	}
	for _, v := range b.vertices {
		d.kept[v] = true
	}
	for key := range b.edges {
		d.out[key.from] = append(d.out[key.from], key)
		d.in[key.to] = append(d.in[key.to], key)
	}
	for _, keys := range d.out {
		slices.SortFunc(keys, compareEdgeKeys)
	}
	for _, keys := range d.in {
		slices.SortFunc(keys, compareEdgeKeys)
	}
	return d
}

func compareEdgeKeys(x, y edgeKey) int {
	return cmp.Or(compareVertices(x.from, y.from), compareVertices(x.to, y.to), strings.Compare(x.rule, y.rule))
}

// thinContent deletes the edges from a Namespace to objects that the graph shows
// below another object of that Namespace as well, and returns how many edges are
// left. With fewer, the draft no longer holds.
func (b *builder) thinContent(d *draft) int {
	for v := range d.kept {
		if v.kind >= 0 && b.kinds.list[v.kind].IsNamespace() {
			d.thin(v)
		}
	}
	return len(d.edges)
}

func (d *draft) thin(namespace *vertex) {
	var direct []edgeKey
	reached := map[*vertex]bool{namespace: true}
	for _, key := range d.out[namespace] {
		if key.rule == ContentRule {
			direct = append(direct, key)
			continue
		}
		d.walk(key.to, reached, d.downward)
	}
	// What nothing else stands above begins the walk, so that only members of a
	// circle depend on the order.
	for _, key := range direct {
		if len(d.in[key.to]) == 1 {
			d.walk(key.to, reached, d.downward)
		}
	}
	for _, key := range direct {
		if len(d.in[key.to]) == 1 {
			continue
		}
		if reached[key.to] {
			delete(d.edges, key)
			continue
		}
		d.walk(key.to, reached, d.downward)
	}
}

// walk marks what can be reached from a vertex, itself included.
func (d *draft) walk(from *vertex, reached map[*vertex]bool, step func(*vertex) []*vertex) {
	waiting := []*vertex{from}
	for len(waiting) > 0 {
		v := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if reached[v] {
			continue
		}
		reached[v] = true
		waiting = append(waiting, step(v)...)
	}
}

// downward returns what lies below by edges that are not faulty.
func (d *draft) downward(v *vertex) []*vertex {
	var below []*vertex
	for _, key := range d.out[v] {
		if e := d.edges[key]; e != nil && e.Fault == "" {
			below = append(below, key.to)
		}
	}
	return below
}

// number puts the vertices into the graph in order, and says where each is.
func (d *draft) number(g *Graph) map[*vertex]int {
	order := slices.SortedFunc(maps.Keys(d.kept), compareVertices)
	index := make(map[*vertex]int, len(order))
	g.Nodes = make([]Node, len(order))
	for i, v := range order {
		index[v] = i
		g.Nodes[i] = v.Node
	}
	return index
}

func (d *draft) list(g *Graph, index map[*vertex]int) {
	for key, e := range d.edges {
		from, ok := index[key.from]
		to, also := index[key.to]
		if !ok || !also {
			continue
		}
		e.From, e.To = from, to
		g.Edges = append(g.Edges, *e)
	}
	slices.SortFunc(g.Edges, func(x, y Edge) int {
		return cmp.Or(x.From-y.From, x.To-y.To, strings.Compare(x.Rule, y.Rule))
	})
}
