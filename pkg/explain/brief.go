package explain

import (
	"slices"
	"time"
)

// Brief is the answer about one object that was asked about: what every short form is made
// of, whatever it is printed as.
type Brief struct {
	Object  int // in Diagnosis.Objects
	Verdict Verdict
	Since   time.Time // when it was asked to go, zero where that is not known
	// Parts are what it waits for, the worst first. There are none where nobody deletes
	// it, and where nothing holds it any more.
	Parts []Part
}

// Part is one cause as it is told: like causes are one, two finalizers of which there are
// two things to say are two.
type Part struct {
	Cause   int     // in Diagnosis.Causes, the first of those that are told as one
	Holds   []Place // all that have the cause
	Verdict Verdict
	Reason  Reason
	At      Place  // the hold at the root that is spoken of
	Because string // the cause in the cluster's own words, one line
	// Finalizers are those at the root, each of which has to go.
	Finalizers []string
	Hold       *Hold   // the one at At, with what is known of the others of Holds on its object
	Chain      []Place // from the asked object to At, both included; empty where it is the same object
	// First is what to do first, nil where there is nothing to be done. Keep is what saves
	// something that First would take, and is to be done before it; nil mostly.
	First, Keep *Step
	// Or are the other acts, each an alternative unless it comes After what is before it.
	Or []Step
	// Looks are the other steps, which only show more.
	Looks    []Step
	Cautions []Caution // what must not be done first
	Forced   []Price   // never empty where there is a finalizer
	Blocks   int       // the objects that wait for it beside those that it holds itself
}

// Briefs are the answers about the objects that were asked about, in their order.
func (d *Diagnosis) Briefs() []Brief {
	told, first := d.toldFrom()
	asked := d.Asked()
	out := make([]Brief, 0, len(asked))
	for _, i := range asked {
		o := &d.Objects[i]
		b := Brief{Object: i, Verdict: o.Verdict, Since: o.Since}
		once := told.cautious()
		for _, c := range told.causesOf(i, len(asked)) {
			cause := &told.Causes[c]
			part := told.part(cause, told.wayFrom(i, cause))
			part.Cause = first[c]
			part.Cautions = once.of(part.At, cause.Holds, cause.Chain, i)
			b.Parts = append(b.Parts, part)
		}
		out = append(out, b)
	}
	return out
}

// Row is one cause of many objects, as a line of a table. The object of At stands for all
// that it holds.
type Row struct {
	Part

	More  int       // others that are held by the same
	Since time.Time // when the first of them was asked to go, zero where that is not known
}

// Rows are the causes that objects which were asked about wait for, in the order of Told.
func (d *Diagnosis) Rows() []Row {
	told, first := d.toldFrom()
	once, asked := told.cautious(), told.Asked()
	object, waiting := -1, map[int][]Place{}
	if len(asked) == 1 {
		object = asked[0]
	} else {
		waiting = told.waiting()
	}
	var rows []Row
	for c := range told.Causes {
		cause := &told.Causes[c]
		if !told.Reached(cause) {
			continue
		}
		once.given = map[caveat]bool{} // who looks at one row has not read the others
		r := Row{Part: told.part(cause, cause.Chain), More: len(cause.Objects()) - 1, Since: told.since(cause)}
		way := slices.Concat(cause.Chain, behind(cause.Objects(), waiting))
		r.Cause, r.Cautions = first[c], once.of(r.At, cause.Holds, way, object)
		rows = append(rows, r)
	}
	return rows
}

// waiting are the holds that wait for an object, by its index.
func (d *Diagnosis) waiting() map[int][]Place {
	out := map[int][]Place{}
	for i := range d.Objects {
		for j := range d.Objects[i].Holds {
			for _, at := range d.beneath(&d.Objects[i].Holds[j]) {
				out[at] = append(out[at], Place{i, j})
			}
		}
	}
	return out
}

// behind are the holds of all that waits for some objects, near and far.
func behind(objects []int, waiting map[int][]Place) []Place {
	var out []Place
	seen := map[int]bool{}
	for next := slices.Clone(objects); len(next) > 0; next = next[1:] {
		if seen[next[0]] {
			continue
		}
		seen[next[0]] = true
		for _, p := range waiting[next[0]] {
			out, next = append(out, p), append(next, p.Object)
		}
	}
	return out
}

// toldFrom is Told, with the index among all causes of the first of those that are told
// as one.
func (d *Diagnosis) toldFrom() (*Diagnosis, []int) {
	at := map[Place]int{}
	for i := range d.Causes {
		at[d.Causes[i].Holds[0]] = i
	}
	told := d.Told()
	first := make([]int, len(told.Causes))
	for i := range told.Causes {
		first[i] = at[told.Causes[i].Holds[0]]
	}
	return told, first
}

// causesOf are the causes that one of so many asked objects waits for.
func (d *Diagnosis) causesOf(object, asked int) []int {
	if asked > 1 {
		return d.CausesOf(object)
	}
	var out []int
	for i := range d.Causes {
		if d.Reached(&d.Causes[i]) {
			out = append(out, i)
		}
	}
	return out
}

// part tells a cause from the hold at the end of a way to it. Its cautions are for the
// caller to give.
func (d *Diagnosis) part(c *Cause, way []Place) Part {
	at := c.Holds[0]
	if len(way) > 0 && way[len(way)-1].Object != at.Object {
		at = way[len(way)-1]
	}
	hold := d.mergedAt(at, c.Holds)
	p := Part{
		Holds: c.Holds, Verdict: c.Verdict, Reason: c.Reason, At: at, Because: c.Message, Hold: hold,
		Forced: d.pricesAt(at.Object, c.Holds, way), Blocks: max(c.Frees-len(c.Objects()), 0),
	}
	if at != c.Holds[0] {
		p.Because = hold.Message
	}
	if len(way) > 1 {
		p.Chain = way
	}
	p.Finalizers = d.finalizersOf(slices.DeleteFunc(slices.Clone(c.Holds), func(h Place) bool { return h.Object != at.Object }))
	p.advise(hold.Next)
	return p
}

// advise sorts steps by what they are good for.
func (p *Part) advise(steps []Step) {
	first := max(slices.IndexFunc(steps, func(s Step) bool { return s.Aim != Keeps }), 0)
	for i := range steps {
		switch s := &steps[i]; {
		case i == first:
			p.First = s
		case s.Aim == Keeps && p.Keep == nil:
			p.Keep = s
		case s.Aim == Looks, s.Aim == Waits, s.Aim == Keeps:
			p.Looks = append(p.Looks, *s)
		default:
			p.Or = append(p.Or, *s)
		}
	}
}

// wayFrom leads from an object to a hold that has the cause, by what waits for what.
func (d *Diagnosis) wayFrom(object int, c *Cause) []Place {
	of := func(p Place) bool { return p.Object == object }
	if len(c.Chain) > 0 && of(c.Chain[0]) {
		return c.Chain
	}
	if at := slices.IndexFunc(c.Holds, of); at >= 0 {
		return c.Holds[at : at+1]
	}
	if at := slices.IndexFunc(c.Chain, of); at >= 0 {
		return c.Chain[at:]
	}
	return d.shortest(object, c)
}

// shortest is the shortest way from an object to a hold that has the cause, nil where
// there is none.
func (d *Diagnosis) shortest(object int, c *Cause) []Place {
	roots := map[int]Place{}
	for _, p := range slices.Backward(c.Holds) {
		roots[p.Object] = p
	}
	from := map[int]Place{object: {}} // the hold by which an object was come to
	for waiting := []int{object}; len(waiting) > 0; waiting = waiting[1:] {
		i := waiting[0]
		if end, found := roots[i]; found {
			return wayTo(end, object, from)
		}
		for j := range d.Objects[i].Holds {
			for _, next := range d.beneath(&d.Objects[i].Holds[j]) {
				if _, seen := from[next]; !seen {
					from[next] = Place{i, j}
					waiting = append(waiting, next)
				}
			}
		}
	}
	return nil
}

// wayTo is the way from an object to a hold, by the holds by which each object was come to.
func wayTo(end Place, object int, from map[int]Place) []Place {
	way := []Place{end}
	for i := end.Object; i != object; i = from[i].Object {
		way = append(way, from[i])
	}
	slices.Reverse(way)
	return way
}
