package diagnose

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// breakCircles makes a root of one hold of each circle that no root is behind.
// Of holds that wait for nothing but a circle it takes none: the circle is what
// they wait for.
func (f *follower) breakCircles() {
	reached := f.behind(f.roots)
	for _, p := range f.deepestFirst(reached) {
		if reached[p] || f.d.Of(p).Idle() {
			continue
		}
		if ring := f.ring(p); ring != nil {
			f.closeCircle(p, ring)
		}
		f.roots = append(f.roots, p)
		f.reach(reached, []explain.Place{p})
	}
	slices.SortFunc(f.roots, comparePlaces)
}

// deepestFirst orders the holds outside of a set so that none comes before what
// it waits for, those of one circle aside: of these the first of the diagnosis
// comes first.
func (f *follower) deepestFirst(without map[explain.Place]bool) []explain.Place {
	var order []explain.Place
	seen := map[explain.Place]bool{}
	var climb func(explain.Place)
	climb = func(p explain.Place) {
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
			if p := (explain.Place{Object: i, Hold: j}); !seen[p] && !without[p] {
				climb(p)
			}
		}
	}
	slices.Reverse(order)
	return order
}

// ring leads from a hold through what it waits for back to the one that waits
// for it, nil where it does not wait for itself.
func (f *follower) ring(p explain.Place) []explain.Place {
	return f.way(f.waiters[p], func(q explain.Place) bool { return q == p })
}

// closeCircle gives the hold that stands for a circle what it needs to be
// understood. It is as sure as the least sure of the circle.
func (f *follower) closeCircle(p explain.Place, ring []explain.Place) {
	h := f.d.Of(p)
	verdict := explain.Stuck
	var others []string
	for _, q := range ring {
		if v := f.d.Of(q).Verdict; v != explain.Waiting && v != explain.Stuck {
			verdict = explain.Undecided
		}
		if q != p {
			o := &f.d.Objects[q.Object]
			others = append(others, o.Kind+" "+o.Name)
		}
	}
	h.Reason, h.Verdict = explain.Circle, verdict
	h.Message = "waits in a circle with " + phrase.Names(others) + phrase.Prefixed("; ", h.Message)
	if h.Finalizer != "" {
		h.Next = explain.Ordered(append(h.Next, explain.Look("none of them goes first by itself: take off the finalizer of the one that costs least; this tells what this one guards",
			"kubectl", "finalizers", "explain", h.Finalizer).For(explain.Mends)))
	}
}
