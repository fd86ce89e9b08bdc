package dump

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"

const (
	// mostHeld is up to how many objects of a file are named one by one, and mostKindsHeld how many of its kinds are.
	mostHeld      = 4
	mostKindsHeld = 8
)

// Held says what there is: few objects by their names, or else how many there are of each kind.
func (d *Dump) Held() string {
	var names, counts []string
	for _, kind := range d.kinds {
		if kind.Kind == "Event" {
			continue // nobody asks about one
		}
		all := d.entries(kind, "")
		for _, e := range all[:min(len(all), mostHeld+1)] {
			names = append(names, kind.Kind+" "+e.name+phrase.Prefixed(" in namespace ", e.namespace))
		}
		if len(all) > 0 {
			counts = append(counts, phrase.Count(len(all), kind.Kind, kind.Type()))
		}
	}
	switch {
	case len(names) == 0:
		return "no object"
	case len(names) <= mostHeld:
		return phrase.And(names)
	case len(counts) > mostKindsHeld:
		others := phrase.Count(len(counts)-mostKindsHeld, "other kind", "other kinds")
		counts = append(counts[:mostKindsHeld:mostKindsHeld], others)
	}
	return phrase.And(counts)
}
