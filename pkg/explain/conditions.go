package explain

import "slices"

// saidSince reports whether a condition was surely written after the object was
// asked to go: it turned then, or it speaks of the generation that the deletion
// made, or its status was written since.
func (h *hearing) saidSince(c condition) bool {
	if h.obj == nil || h.node.Since.IsZero() {
		return false
	}
	if !c.since.IsZero() && !c.since.Before(h.node.Since) {
		return true
	}
	if c.seen > 1 && c.seen >= h.obj.GetGeneration() {
		return true
	}
	return h.conditionsWrittenSince()
}

// conditionsWrittenSince reports whether a controller that owns conditions has
// written the object's status since the deletion.
func (h *hearing) conditionsWrittenSince() bool {
	return slices.ContainsFunc(h.writes(), func(w write) bool {
		return w.subresource == "status" && !w.at.IsZero() && !w.at.Before(h.node.Since) && w.ofConditions() && !person(w.manager)
	})
}

// factOf puts a condition into the evidence, as weak where it may speak of a
// time before the deletion.
func (h *hearing) factOf(c condition, since bool) {
	fact := c.kind + prefixed(" is ", c.status)
	if c.reason != "" {
		fact += " (" + c.reason + ")"
	}
	if !c.since.IsZero() {
		fact += " for " + h.ago(c.since)
	}
	fact += prefixed(": ", shortened(oneLine(c.message)))
	if since {
		h.fact(c.source(), fact)
		return
	}
	h.hint(c.source(), fact+" (it may have been said before the deletion)")
}
