package report

import (
	"cmp"
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// part is one cause as it is told.
type part struct {
	*explain.Cause

	hold       *explain.Hold // at the root, with what is known of the others there
	object     int           // that of the hold
	more       int           // other objects that are held by the same
	finalizers []string
	cautions   []string
	forced     []explain.Place // of which taking off costs something else than of those before
	blocks     int
	since      time.Time // when the first of the objects was asked to go, zero where that is not known
}

// partsOf are the causes that what was asked about waits for, the worst first, and of
// these the oldest.
func partsOf(d *explain.Diagnosis) []part {
	told := d.Told()
	var parts []part
	for i := range told.Causes {
		if c := &told.Causes[i]; told.Reached(c) {
			parts = append(parts, partOf(told, c))
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(explain.Rank(b.Verdict), explain.Rank(a.Verdict)), later(a.since, b.since))
	})
	return parts
}

// later orders times, those that are not known last.
func later(a, b time.Time) int {
	if a.IsZero() || b.IsZero() {
		return cmp.Compare(b.Unix(), a.Unix())
	}
	return a.Compare(b)
}

func partOf(d *explain.Diagnosis, c *explain.Cause) part {
	p := part{Cause: c, hold: d.Merged(c), object: c.Holds[0].Object}
	held := map[int]bool{}
	for _, at := range c.Holds {
		held[at.Object] = true
		if since := d.Objects[at.Object].Since; !since.IsZero() && (p.since.IsZero() || since.Before(p.since)) {
			p.since = since
		}
		if h := d.Of(at); at.Object == p.object && h.Finalizer != "" {
			p.finalizers = append(p.finalizers, h.Finalizer)
			if !slices.ContainsFunc(p.forced, func(known explain.Place) bool { return d.Of(known).Cost == h.Cost }) {
				p.forced = append(p.forced, at)
			}
		}
	}
	p.more, p.blocks = len(held)-1, max(c.Frees-len(held), 0)
	p.warn(p.hold)
	for _, at := range c.Chain {
		p.warn(d.Of(at))
	}
	return p
}

// warn adds what not to do to an object, each text once.
func (p *part) warn(h *explain.Hold) {
	for _, w := range h.Warnings {
		if text := w.String(); !slices.Contains(p.cautions, text) {
			p.cautions = append(p.cautions, text)
		}
	}
}
