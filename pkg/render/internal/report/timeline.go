package report

import (
	"slices"
	"strconv"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// Timeline is what happened, the earliest first.
type Timeline []Moment

// all are the objects that a report on one object is about: itself, and what it waits for
// in the end, with the way there.
func (t *teller) all() []int {
	objects := slices.Clone(t.asked)
	for _, c := range t.d.CausesOf(t.asked...) {
		for _, p := range slices.Concat(t.d.Causes[c].Chain, t.d.Causes[c].Holds) {
			objects = append(objects, p.Object)
		}
	}
	return once(objects)
}

// along are the objects on the way to a cause of many.
func (t *teller) along(r *explain.Row) []int {
	objects := []int{r.At.Object}
	for _, p := range r.Chain {
		objects = append(objects, p.Object)
	}
	return once(objects)
}

// once is the list without what it has already.
func once(list []int) []int {
	var out []int
	for _, i := range list {
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// mostTimelines bounds the objects of which one timeline tells: more nobody reads.
const mostTimelines = 50

// timeline is what was written to some objects and said of them; nil where nothing is
// known of that.
func (t *teller) timeline(id string, objects []int) *Section {
	var all Timeline
	objects = objects[:min(len(objects), mostTimelines)]
	begin := t.begin(objects)
	for _, i := range objects {
		o := &t.d.Objects[i]
		object := ""
		if len(objects) > 1 {
			object = words.KindName(o.Ref)
		}
		for j := range o.Timeline {
			all = append(all, momentOf(&o.Timeline[j], object, begin))
		}
	}
	slices.SortStableFunc(all, func(a, b Moment) int { return a.At.Compare(b.At) })
	if left := len(all) - shortMoments; t.Short && left > 0 {
		all = slices.DeleteFunc(all, func(m Moment) bool {
			left--
			return left >= 0 && m.Kind != explain.WasAsked
		})
	}
	if len(all) == 0 {
		return nil
	}
	return &Section{ID: id, Title: plain("What was written, when and by whom"), Blocks: []Block{all}, Folded: t.Short}
}

// begin is when the first of the objects was asked to go, of which that is known.
func (t *teller) begin(objects []int) time.Time {
	for _, i := range objects {
		for _, m := range t.d.Objects[i].Timeline {
			if m.Kind == explain.WasAsked {
				return m.At
			}
		}
	}
	return time.Time{}
}

func momentOf(m *explain.Moment, object string, begin time.Time) Moment {
	what := paper.Prose(m.What)
	if m.Count > 0 {
		what += " (" + strconv.Itoa(m.Count) + " times)"
	}
	return Moment{At: m.At, Kind: m.Kind, Away: away(m.At, begin), Object: object, By: paper.Prose(m.By), What: what, Source: paper.Prose(m.Source)}
}

// away is how far from the deletion a moment is.
func away(at, begin time.Time) string {
	switch {
	case begin.IsZero():
		return ""
	case at.Equal(begin):
		return "at the deletion"
	case at.Before(begin):
		return words.Age(at, begin) + " before"
	}
	return words.Age(begin, at) + " after"
}
