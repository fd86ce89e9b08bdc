package explain

import "slices"

// Price is what it costs to take finalizers off by force, those of one object that cost
// the same.
type Price struct {
	Finalizers []string
	Object     int // in Diagnosis.Objects
	Cost       Cost
	// Undone says that its holder tells what it could not do, and nothing else is known of what
	// is lost without it.
	Undone bool
}

// Undone reports whether the holder tells what it could not do, and nothing else is known of
// what is lost without it.
func (h *Hold) Undone() bool { return h.Cost.Loss == "" && h.Reason == Failing }

// Prices are what each finalizer of the first object of a cause costs. Where what holds
// that one is no finalizer, it is the nearest on the way to it.
func (d *Diagnosis) Prices(c *Cause) []Price { return d.pricesAt(c.Holds[0].Object, c.Holds, c.Chain) }

func (d *Diagnosis) pricesAt(object int, holds, chain []Place) []Price {
	var prices []Price
	add := func(p Place) {
		h := d.Of(p)
		is := Price{Object: p.Object, Cost: h.Cost, Undone: h.Undone()}
		at := slices.IndexFunc(prices, func(price Price) bool { return price.Cost == is.Cost && price.Undone == is.Undone })
		if at < 0 {
			at = len(prices)
			prices = append(prices, is)
		}
		if !slices.Contains(prices[at].Finalizers, h.Finalizer) {
			prices[at].Finalizers = append(prices[at].Finalizers, h.Finalizer)
		}
	}
	for _, p := range holds {
		if p.Object == object && d.Of(p).Finalizer != "" {
			add(p)
		}
	}
	for _, p := range slices.Backward(chain) {
		if len(prices) == 0 && d.Of(p).Finalizer != "" {
			add(p)
		}
	}
	return prices
}
