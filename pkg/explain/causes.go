package explain

import (
	"slices"
)

// CausesOf returns what any of the objects waits for in the end, as indexes into
// Causes in their order. It is empty where nothing holds them.
func (d *Diagnosis) CausesOf(objects ...int) []int {
	waits := map[int]bool{}
	for next := slices.Clone(objects); len(next) > 0; {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		if waits[at] {
			continue
		}
		waits[at] = true
		for i := range d.Objects[at].Holds {
			next = append(next, d.beneath(&d.Objects[at].Holds[i])...)
		}
	}
	var causes []int
	for i := range d.Causes {
		if slices.ContainsFunc(d.Causes[i].Holds, func(p Place) bool { return waits[p.Object] }) {
			causes = append(causes, i)
		}
	}
	return causes
}

// beneath are the objects of the diagnosis that a hold waits for now.
func (d *Diagnosis) beneath(h *Hold) []int {
	if h.Idle() {
		return nil
	}
	var objects []int
	for i := range h.Blockers {
		if at := h.Blockers[i].Object; at >= 0 {
			objects = append(objects, at)
		}
	}
	return objects
}

// Idle reports whether a hold waits for nothing, since nobody deletes its object.
func (h *Hold) Idle() bool { return h.Reason == WouldHold || h.Verdict == NotDeleting }

// Presumed reports whether that it holds was not copied, and is taken for likely by what the object is.
func (h *Hold) Presumed() bool {
	return slices.ContainsFunc(h.Evidence, func(e Evidence) bool { return e.Kind == Presumed })
}
