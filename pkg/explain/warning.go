package explain

import "slices"

// Warning is one thing that would make a deletion worse.
type Warning struct {
	// Text is a line without a full stop. Where Never is set, it completes "never …".
	Text string
	// Never says that the text names what must not be done; else it tells what to take
	// care of.
	Never bool
}

// String is the warning as a sentence.
func (w Warning) String() string {
	if w.Never {
		return "never " + w.Text
	}
	return w.Text
}

// Caution is a warning, and the objects that it is true of.
type Caution struct {
	Warning

	Objects []int // in Diagnosis.Objects
}

// cautious gives each warning about each object once.
type cautious struct {
	d     *Diagnosis
	roots map[Place]bool
	given map[caveat]bool
}

type caveat struct {
	object  int
	warning Warning
}

func (d *Diagnosis) cautious() *cautious {
	c := &cautious{d, map[Place]bool{}, map[caveat]bool{}}
	for i := range d.Causes {
		for _, p := range d.Causes[i].Holds {
			c.roots[p] = true
		}
	}
	return c
}

// Cautions are those of each cause that were not given for a cause before it: of the root
// first, then of the way to it, and of all else that holds the one object that was asked
// about. What must not be done comes first. What is true of an object further up does its
// damage there, whatever is done at the root.
func (d *Diagnosis) Cautions() [][]Caution {
	asked := d.Asked()
	once := d.cautious()
	out := make([][]Caution, len(d.Causes))
	for i := range d.Causes {
		c := &d.Causes[i]
		object := -1
		if len(asked) == 1 {
			object = asked[0]
		}
		out[i] = once.of(c.Holds[0], c.Holds, c.Chain, object)
	}
	return out
}

// of are the cautions of one cause: for the hold it is told of, and on the way from an
// asked object, -1 for none.
func (c *cautious) of(at Place, holds, chain []Place, asked int) []Caution {
	var all []Caution
	known := map[Warning]int{}
	add := func(object int, warnings []Warning) {
		for _, w := range warnings {
			if c.given[caveat{object, w}] {
				continue
			}
			c.given[caveat{object, w}] = true
			i, again := known[w]
			if !again {
				i = len(all)
				known[w] = i
				all = append(all, Caution{Warning: w})
			}
			all[i].Objects = append(all[i].Objects, object)
		}
	}
	add(at.Object, c.d.mergedAt(at, holds).Warnings)
	for _, p := range chain {
		if !c.roots[p] {
			add(p.Object, c.d.Of(p).Warnings)
		}
	}
	if asked >= 0 {
		for j := range c.d.Objects[asked].Holds {
			if p := (Place{asked, j}); !c.roots[p] {
				add(asked, c.d.Of(p).Warnings)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Caution) int { return b.turn() - a.turn() })
	return all
}

// turn is higher for what is told before.
func (c *Caution) turn() int {
	if c.Never {
		return 1
	}
	return 0
}
