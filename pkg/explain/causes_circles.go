package explain

import "slices"

// breakCircles makes a root of one hold of each circle that no root is behind.
// Of holds that wait for nothing but a circle it takes none: the circle is what
// they wait for.
func (f *follower) breakCircles() {
	reached := f.behind(f.roots)
	for _, p := range f.deepestFirst(reached) {
		if reached[p] || f.d.Of(p).idle() {
			continue
		}
		if ring := f.ring(p); ring != nil {
			f.closeCircle(p, ring)
		}
		f.roots = append(f.roots, p)
		f.reach(reached, []Place{p})
	}
	slices.SortFunc(f.roots, comparePlaces)
}

// deepestFirst orders the holds outside of a set so that none comes before what
// it waits for, those of one circle aside: of these the first of the diagnosis
// comes first.
func (f *follower) deepestFirst(without map[Place]bool) []Place {
	var order []Place
	seen := map[Place]bool{}
	var climb func(Place)
	climb = func(p Place) {
		seen[p] = true
		for _, w := range f.waiters[p] {
			if !seen[w] && !without[w] {
				climb(w)
			}
		}
		order = append(order, p)
	}
	for i := range f.d.Objects {
		for j := range f.d.Objects[i].Holds {
			if p := (Place{Object: i, Hold: j}); !seen[p] && !without[p] {
				climb(p)
			}
		}
	}
	slices.Reverse(order)
	return order
}

// ring leads from a hold through what it waits for back to the one that waits
// for it, nil where it does not wait for itself.
func (f *follower) ring(p Place) []Place {
	return f.way(f.waiters[p], func(q Place) bool { return q == p })
}

// closeCircle gives the hold that stands for a circle what it needs to be
// understood. It is as sure as the least sure of the circle.
func (f *follower) closeCircle(p Place, ring []Place) {
	h := f.d.Of(p)
	verdict := Stuck
	var others []string
	for _, q := range ring {
		if v := f.d.Of(q).Verdict; v != Waiting && v != Stuck {
			verdict = Unknown
		}
		if q != p {
			o := &f.d.Objects[q.Object]
			others = append(others, o.Kind+" "+o.Name)
		}
	}
	h.Reason, h.Verdict = Circle, verdict
	h.Message = "waits in a circle with " + naming(others) + prefixed("; ", h.Message)
	if h.Finalizer != "" {
		h.Next = append(h.Next, Step{
			Text:    "none of them goes first by itself: see what taking this finalizer off by hand would leave behind",
			Command: []string{"kubectl", "finalizers", "explain", h.Finalizer},
		})
	}
}
