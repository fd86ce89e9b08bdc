package explain

import (
	"cmp"
	"slices"
)

// behind returns the holds and all that wait for them.
func (f *follower) behind(of []Place) map[Place]bool {
	reached := map[Place]bool{}
	f.reach(reached, of)
	return reached
}

// reach adds the holds and all that wait for them to what is reached already.
func (f *follower) reach(reached map[Place]bool, of []Place) {
	for waiting := slices.Clone(of); len(waiting) > 0; {
		p := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if !reached[p] {
			reached[p] = true
			waiting = append(waiting, f.waiters[p]...)
		}
	}
}

// chain is the shortest way from an asked object to the cause; where none of
// the asked waits for it, it begins at the cause.
func (f *follower) chain(holds []Place) []Place {
	if way := f.way(holds, func(p Place) bool { return f.d.Objects[p.Object].Asked }); way != nil {
		return way
	}
	return holds[:1]
}

// way is the shortest way to one of the holds from one that fits, nil where none
// does.
func (f *follower) way(to []Place, fits func(Place) bool) []Place {
	from := map[Place]Place{}
	level := slices.Clone(to)
	for _, p := range level {
		from[p] = p
	}
	for len(level) > 0 {
		for _, p := range level {
			if fits(p) {
				return unwind(from, p)
			}
		}
		var above []Place
		for _, p := range level {
			for _, w := range f.waiters[p] {
				if _, seen := from[w]; !seen {
					from[w] = p
					above = append(above, w)
				}
			}
		}
		level = above
	}
	return nil
}

func unwind(from map[Place]Place, p Place) []Place {
	chain := []Place{p}
	for from[p] != p {
		p = from[p]
		chain = append(chain, p)
	}
	return chain
}

func comparePlaces(a, b Place) int {
	return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Hold, b.Hold))
}
