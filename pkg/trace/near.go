package trace

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// nearMost is how many names a NotFoundError suggests.
const nearMost = 3

// near returns the names that the person may have meant by those that do not
// exist. A list that cannot be read suggests nothing. Its error is the context's.
func (b *builder) near(ctx context.Context, missing []place) (map[place][]string, error) {
	together := map[scopeKey][]*nearest{}
	names := make(map[place][]string, len(missing))
	for _, at := range missing {
		if b.kinds.list[at.kind].Listable {
			key := scopeKey{at.kind, at.namespace}
			together[key] = append(together[key], &nearest{place: at})
		}
	}
	for key, group := range together {
		scopes := []Scope{{Kind: b.kinds.list[key.kind], Namespace: key.namespace}}
		b.Reader.Scan(ctx, scopes, Want{}, func(_ Kind, row *Row) {
			for _, n := range group {
				n.offer(row.Name)
			}
		})
		for _, n := range group {
			names[n.place] = n.list()
		}
	}
	return names, ctx.Err()
}

// nearest keeps the names that are most like that of a place.
type nearest struct {
	place
	found []scored
}

type scored struct {
	name     string
	distance int
}

// offer considers a name. Near are those that differ by few letters, and those
// that begin with the name, as the pods of a Deployment do.
func (n *nearest) offer(name []byte) {
	most := 1 + len(n.name)/4
	prefix := len(n.name) > 0 && strings.HasPrefix(string(name), n.name)
	if !prefix && max(len(name)-len(n.name), len(n.name)-len(name)) > most {
		return
	}
	distance := Edits(n.name, string(name))
	if prefix {
		distance = min(distance, most)
	}
	if distance > most {
		return
	}
	n.found = append(n.found, scored{string(name), distance})
	slices.SortFunc(n.found, func(x, y scored) int {
		return cmp.Or(x.distance-y.distance, strings.Compare(x.name, y.name))
	})
	n.found = slices.Compact(n.found)
	n.found = n.found[:min(len(n.found), nearMost)]
}

func (n *nearest) list() []string {
	var names []string
	for _, s := range n.found {
		names = append(names, s.name)
	}
	return names
}

// Edits counts the bytes to insert, delete or replace, and the
// neighbours to swap, to make one of the other.
func Edits(x, y string) int {
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	before := make([]int, len(row)) // the row above the last one
	for i := range len(x) {
		next := make([]int, len(row))
		next[0] = i + 1
		for j := range len(y) {
			replaced := row[j]
			if x[i] != y[j] {
				replaced++
			}
			next[j+1] = min(replaced, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(y)]
}
