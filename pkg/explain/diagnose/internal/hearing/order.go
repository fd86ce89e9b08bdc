package hearing

import (
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// TellOrder lists who wrote the object last, in the order of the times: what a
// finalizer was put there after tells whether it was put back. Who wrote
// annotations or finalizers comes before the others. Of statuses only their
// controller writes, so they tell nothing here.
func (n *Notes) TellOrder(h *Case) {
	type turn struct {
		manifest.Write
		fields []string
		marks  bool
	}
	var turns []turn
	for _, w := range h.Writes() {
		if w.Subresource != "" || w.At.IsZero() {
			continue
		}
		if marks, fields := w.Names(); len(marks)+len(fields) > 0 {
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
		return a.At.Compare(b.At)
	})
	for i, t := range turns {
		after := ""
		if i > 0 && t.At.After(turns[i-1].At) {
			after = ", " + t.At.Sub(turns[i-1].At).String() + " after " + turns[i-1].Manager
		}
		n.Add(explain.Evidence{Kind: explain.Written, Source: "managedFields", Fact: t.Manager + " wrote " + phrase.Names(t.fields) + " last at " + t.At.Format(time.DateTime) + " UTC" + after})
	}
}
