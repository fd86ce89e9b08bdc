package diagnose

import (
	"cmp"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// behind returns the holds and all that wait for them.
func (f *follower) behind(of []explain.Place) map[explain.Place]bool {
	reached := map[explain.Place]bool{}
	f.reach(reached, of)
	return reached
}

// reach adds the holds and all that wait for them to what is reached already.
func (f *follower) reach(reached map[explain.Place]bool, of []explain.Place) {
	for waiting := slices.Clone(of); len(waiting) > 0; {
		p := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if !reached[p] {
			reached[p] = true
			waiting = append(waiting, f.waiters[p]...)
		}
	}
}

// chain is the way to the cause from the asked object that is the farthest from
// it, so that it shows all there is between the two: to the first of the holds
// where one of the asked waits for that. Where none waits for any of them, it
// begins at the cause.
func (f *follower) chain(holds []explain.Place) []explain.Place {
	asked := func(p explain.Place) bool { return f.d.Objects[p.Object].Asked }
	for _, to := range [][]explain.Place{holds[:1], holds} {
		if way := f.longWay(to, asked); way != nil {
			return way
		}
	}
	return holds[:1]
}

// way is the shortest way to one of the holds from one that fits, nil where none
// does.
func (f *follower) way(to []explain.Place, fits func(explain.Place) bool) []explain.Place {
	for _, waiters := range f.grounds() {
		var way []explain.Place
		from := map[explain.Place]explain.Place{}
		climb(to, from, waiters, func(p explain.Place, _ int) bool {
			if fits(p) {
				way = unwind(from, p)
			}
			return way == nil
		})
		if way != nil {
			return way
		}
	}
	return nil
}

// longWay is the shortest way from the object that fits and is the farthest
// away, of several the first.
func (f *follower) longWay(to []explain.Place, fits func(explain.Place) bool) []explain.Place {
	for _, waiters := range f.grounds() {
		var farthest explain.Place
		length := -1
		from := map[explain.Place]explain.Place{}
		seen := map[int]bool{} // an object is as far away as the nearest of its holds
		climb(to, from, waiters, func(p explain.Place, steps int) bool {
			if steps > length && !seen[p.Object] && fits(p) {
				farthest, length = p, steps
			}
			seen[p.Object] = true
			return true
		})
		if length >= 0 {
			return unwind(from, farthest)
		}
	}
	return nil
}

// grounds are the ways to climb from a hold, in the order in which they are
// tried. The second is for what waits in a circle in a namespace.
func (f *follower) grounds() []func(explain.Place) []explain.Place {
	return []func(explain.Place) []explain.Place{f.nearestWaiters, func(p explain.Place) []explain.Place { return f.waiters[p] }}
}

// climb visits the holds and all that wait for them, the nearest first, until
// visit says to stop; from then leads from each back to the holds.
func climb(to []explain.Place, from map[explain.Place]explain.Place, waiters func(explain.Place) []explain.Place, visit func(p explain.Place, steps int) bool) {
	level := slices.Clone(to)
	for _, p := range level {
		from[p] = p
	}
	for steps := 0; len(level) > 0; steps++ {
		var above []explain.Place
		for _, p := range level {
			if !visit(p, steps) {
				return
			}
			for _, w := range waiters(p) {
				if _, seen := from[w]; !seen {
					from[w] = p
					above = append(above, w)
				}
			}
		}
		level = above
	}
}

// nearestWaiters are the holds that wait for one, without those that wait for it
// only because it lies in their namespace or is of their kind, where something
// else waits for it too: that says more, and they wait for that as well.
func (f *follower) nearestWaiters(p explain.Place) []explain.Place {
	contains := func(w explain.Place) bool {
		r := f.d.Of(w).Reason
		return r == explain.ContentRemains || r == explain.InstancesRemain
	}
	near := slices.DeleteFunc(slices.Clone(f.waiters[p]), contains)
	if len(near) == 0 {
		return f.waiters[p]
	}
	return near
}

func unwind(from map[explain.Place]explain.Place, p explain.Place) []explain.Place {
	chain := []explain.Place{p}
	for from[p] != p {
		p = from[p]
		chain = append(chain, p)
	}
	return chain
}

func comparePlaces(a, b explain.Place) int {
	return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Hold, b.Hold))
}
