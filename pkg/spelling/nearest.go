package spelling

import (
	"cmp"
	"slices"
	"strings"
)

// most is how many names are kept.
const most = 3

// Nearest keeps the names that are most like another one.
type Nearest struct {
	Name  string
	found []scored
}

type scored struct {
	name     string
	distance int
}

// Offer considers a name. Near are those that differ by few letters, and those
// that begin with the name, as the pods of a Deployment do.
func (n *Nearest) Offer(name []byte) {
	farthest := 1 + len(n.Name)/4
	prefix := len(n.Name) > 0 && strings.HasPrefix(string(name), n.Name)
	if !prefix && max(len(name)-len(n.Name), len(n.Name)-len(name)) > farthest {
		return
	}
	distance := Edits(n.Name, string(name))
	if prefix {
		distance = min(distance, farthest)
	}
	if distance > farthest {
		return
	}
	n.found = append(n.found, scored{string(name), distance})
	slices.SortFunc(n.found, func(x, y scored) int {
		return cmp.Or(x.distance-y.distance, strings.Compare(x.name, y.name))
	})
	n.found = slices.Compact(n.found)
	n.found = n.found[:min(len(n.found), most)]
}

// List is what was kept, the nearest first.
func (n *Nearest) List() []string {
	var names []string
	for _, s := range n.found {
		names = append(names, s.name)
	}
	return names
}
