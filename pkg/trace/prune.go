package trace

import (
	"maps"
	"slices"
)

// prune keeps the asked objects, what is going away, and what lies between: all
// that stands both below an asked object and above a going one, or the other
// way round. Where neither leads from one to the other, as to another owner of
// a dependent, the shortest connection is kept. References that lead nowhere
// are kept beside what is kept, and owners that do not count as such.
func (d *draft) prune() {
	asked := d.those(func(v *vertex) bool { return v.Asked })
	going := d.those(func(v *vertex) bool { return v.State.Going() })
	keep := maps.Clone(asked)
	maps.Copy(keep, going)
	belowAsked, aboveAsked := d.closure(asked, d.below), d.closure(asked, d.above)
	belowGoing, aboveGoing := d.closure(going, d.below), d.closure(going, d.above)
	maps.Copy(keep, d.those(func(v *vertex) bool {
		return belowAsked[v] && aboveGoing[v] || aboveAsked[v] && belowGoing[v]
	}))
	maps.DeleteFunc(going, func(v *vertex, _ bool) bool { return belowAsked[v] || aboveAsked[v] })
	d.keepConnections(asked, going, keep)
	d.keepFaults(keep)
	d.kept = keep
}

// those returns the kept vertices that the test is true of.
func (d *draft) those(test func(*vertex) bool) map[*vertex]bool {
	found := map[*vertex]bool{}
	for v := range d.kept {
		if test(v) {
			found[v] = true
		}
	}
	return found
}

// keepFaults adds, beside what is kept, the references that lead nowhere and
// the owners that do not count as such.
func (d *draft) keepFaults(keep map[*vertex]bool) {
	for v := range maps.Clone(keep) {
		for _, beside := range append(d.below(v), d.above(v)...) {
			if beside.dangling {
				keep[beside] = true
			}
		}
		for _, key := range d.in[v] {
			if fault := d.edges[key].Fault; fault != "" && fault != Cycle {
				keep[key.from] = true
			}
		}
	}
}

func (d *draft) below(v *vertex) []*vertex {
	vs := make([]*vertex, len(d.out[v]))
	for i, key := range d.out[v] {
		vs[i] = key.to
	}
	return vs
}

func (d *draft) above(v *vertex) []*vertex {
	vs := make([]*vertex, len(d.in[v]))
	for i, key := range d.in[v] {
		vs[i] = key.from
	}
	return vs
}

func (d *draft) closure(of map[*vertex]bool, step func(*vertex) []*vertex) map[*vertex]bool {
	reached := map[*vertex]bool{}
	for v := range of {
		d.walk(v, reached, step)
	}
	return reached
}

// keepConnections keeps the shortest connection, whichever way its edges lead,
// from the asked objects to each going one.
func (d *draft) keepConnections(asked, going, keep map[*vertex]bool) {
	level := slices.SortedFunc(maps.Keys(asked), compareVertices)
	from := map[*vertex]*vertex{}
	for _, v := range level {
		from[v] = v
	}
	for len(level) > 0 {
		var next []*vertex
		for _, v := range level {
			for _, to := range append(d.below(v), d.above(v)...) {
				if from[to] == nil {
					from[to] = v
					next = append(next, to)
				}
			}
		}
		level = next
	}
	for v := range going {
		if from[v] == nil {
			continue
		}
		for ; from[v] != v; v = from[v] {
			keep[v] = true
		}
	}
}
