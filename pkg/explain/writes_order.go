package explain

import (
	"slices"
	"time"
)

// tellOrder lists who wrote the object last, in the order of the times: what a
// finalizer was put there after tells whether it was put back. Who wrote
// annotations or finalizers comes before the others. Of statuses only their
// controller writes, so they tell nothing here.
func (h *hearing) tellOrder() {
	type turn struct {
		write
		fields []string
		marks  bool
	}
	var turns []turn
	for _, w := range h.writes() {
		if w.subresource != "" || w.at.IsZero() {
			continue
		}
		if marks, fields := w.names(); len(marks)+len(fields) > 0 {
			turns = append(turns, turn{w, append(marks, fields...), len(marks) > 0})
		}
	}
	slices.SortStableFunc(turns, func(a, b turn) int {
		if a.marks != b.marks {
			if a.marks {
				return -1
			}
			return 1
		}
		return a.at.Compare(b.at)
	})
	for i, t := range turns {
		after := ""
		if i > 0 && t.at.After(turns[i-1].at) {
			after = ", " + t.at.Sub(turns[i-1].at).String() + " after " + turns[i-1].manager
		}
		h.fact("managedFields", t.manager+" wrote "+naming(t.fields)+" last at "+t.at.Format(time.DateTime)+" UTC"+after)
	}
}
