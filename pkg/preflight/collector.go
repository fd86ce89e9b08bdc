package preflight

import "slices"

// collect is the garbage collector: it looks once at everything that names an owner or
// waits for its dependents. What it does with each follows
// k8s.io/kubernetes/pkg/controller/garbagecollector, attemptToDeleteItem.
//
// What begins to wait for its dependents is queued after them, and several are looked at
// at a time: where none blocks it, it may be let go before they are looked at. They then
// stay with it, should it hang by something else.
func (w *world) collect() bool {
	changed := false
	var dependent, waiting []*thing
	for _, t := range w.things {
		switch {
		case t.absent || t.phase == gone:
		case t.deletesDependents():
			waiting = append(waiting, t)
		case len(t.owners) > 0:
			dependent = append(dependent, t)
		}
	}
	order := slices.Concat(dependent, waiting)
	if w.luck.early {
		order = slices.Concat(waiting, dependent)
	}
	for _, t := range order {
		if t.phase != gone && (len(t.owners) > 0 || t.deletesDependents()) {
			changed = w.collectOne(t) || changed
		}
	}
	return changed
}

func (w *world) collectOne(t *thing) bool {
	switch {
	case t.deletesDependents():
		return len(t.blocking()) == 0 && w.release(t, foregroundFinalizer)
	case t.phase == going:
		return false
	}
	owners, senseless := sorted(t)
	switch {
	case senseless || len(owners.solid)+len(owners.dangling)+len(owners.waiting) == 0:
		return false
	case len(owners.solid) > 0:
		changed := false
		for _, b := range append(owners.dangling, owners.waiting...) {
			changed = w.unbind(b) || changed
		}
		return changed
	case len(owners.waiting) > 0 && t.hasDependents():
		if t.dependentsWait() {
			for _, b := range t.owners {
				b.block = false
			}
		}
		return w.ask(t, request{why: Owned, by: owners.waiting[0].owner, cascade: Foreground})
	}
	r := request{why: Owned, cascade: Background}
	if len(owners.waiting) > 0 {
		r.by = owners.waiting[0].owner
	} else {
		r.by = lastOf(owners.dangling)
	}
	switch {
	case t.has(orphanFinalizer):
		r.cascade = Orphan
	case t.has(foregroundFinalizer):
		r.cascade = Foreground
	}
	return w.ask(t, r)
}

// references are those of an object, as the collector sorts them.
type references struct{ solid, dangling, waiting []*bond }

// sorted sorts the ownerReferences. Where one cannot be followed, the collector does
// nothing at all.
func sorted(t *thing) (r references, unreachable bool) {
	for _, b := range t.owners {
		switch {
		case b.off:
		case b.sort == senseless:
			return r, true
		case b.sort == dangling || b.owner.phase == gone:
			r.dangling = append(r.dangling, b)
		case b.owner.deletesDependents():
			r.waiting = append(r.waiting, b)
		default:
			r.solid = append(r.solid, b)
		}
	}
	return r, false
}

// lastOf is the owner that went last.
func lastOf(bonds []*bond) *thing {
	last := bonds[0].owner
	for _, b := range bonds {
		if b.owner.phase == gone && (last.phase != gone || b.owner.ended > last.ended) {
			last = b.owner
		}
	}
	return last
}

func (t *thing) hasDependents() bool {
	for _, b := range t.dependents {
		if !b.off && b.dependent.phase != gone {
			return true
		}
	}
	return false
}

// dependentsWait reports whether a dependent waits for its own, so that the two may wait
// for each other.
func (t *thing) dependentsWait() bool {
	for _, b := range t.dependents {
		if !b.off && b.dependent.deletesDependents() {
			return true
		}
	}
	return false
}

// orphan has the collector set free what an object leaves behind.
func (w *world) orphan() bool {
	changed := false
	for _, t := range w.things {
		if t.phase != going || !t.has(orphanFinalizer) {
			continue
		}
		left := false
		for _, b := range t.dependents {
			if b.off || b.dependent.phase == gone {
				continue
			}
			if !w.unbind(b) {
				left = true
				continue
			}
			b.orphaned, changed = true, true
		}
		if !left {
			changed = w.release(t, orphanFinalizer) || changed
		}
	}
	return changed
}
