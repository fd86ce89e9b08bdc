package diagnosis

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// showsWay reports whether a cause is told with the way to it: there is one, and
// no other cause at its end was told of already.
func (t *teller) showsWay(i int) bool {
	way := t.d.Causes[i].Chain
	if len(way) < 2 {
		return false
	}
	for _, before := range t.d.Causes[:i] {
		if slices.EqualFunc(before.Chain, way, func(a, b explain.Place) bool { return a.Object == b.Object }) {
			return false
		}
	}
	return true
}

// chain prints the way from an asked object to the cause, as a tree that has one branch.
func (t *teller) chain(c *explain.Cause) {
	t.layout.Gap()
	var rows []paper.Row
	for at, p := range c.Chain {
		rows = append(rows, t.link(p, at, at == len(c.Chain)-1))
	}
	t.layout.Flush(rows)
}

// link is one object of a chain: what holds it, and what its holder waits for.
// The message of the last one stands in the headline.
func (t *teller) link(p explain.Place, depth int, last bool) paper.Row {
	h := t.d.Of(p)
	spans := t.heading(p.Object)
	if last && h.Verdict == explain.Stuck {
		spans = append(spans, paper.Aside(paper.Flag, t.layout.Sheet.Marks.Here)...)
	}
	r := paper.Row{Depth: depth, Last: true, Open: !last, Head: paper.Para{Spans: spans}}
	switch {
	case !last:
		r.Body = append(r.Body, words.HoldLine(h, t.short(h.Message)))
	case h.Finalizer != "":
		r.Body = append(r.Body, words.HoldLine(h, ""))
	}
	return r
}
