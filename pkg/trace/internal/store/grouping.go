package store

import (
	"iter"
	"slices"
)

// grouping is the records of a store by one of their properties, in the order
// in which they were seen. It holds for as many records as it was made of.
type grouping struct {
	order []uint32
	spans map[uint32]span
}

// group makes a grouping of the records by what key returns.
func (s *Store) group(key func(*record) uint32) grouping {
	g := grouping{order: make([]uint32, s.records.size()), spans: map[uint32]span{}}
	counts := map[uint32]uint32{}
	for at := range g.order {
		counts[key(s.records.at(uint32(at)))]++
	}
	from := uint32(0)
	for k, count := range counts {
		g.spans[k] = span{from, from}
		from += count
	}
	for at := range g.order {
		k := key(s.records.at(uint32(at)))
		part := g.spans[k]
		g.order[part.to] = uint32(at)
		part.to++
		g.spans[k] = part
	}
	return g
}

// of returns the records for which the key is k.
func (g *grouping) of(k uint32) []uint32 {
	part := g.spans[k]
	return g.order[part.from:part.to]
}

// InNamespace calls yield for the objects of a namespace, as they were seen. Where only one is
// asked about, that takes no memory.
func (s *Store) InNamespace(namespace string) iter.Seq[uint32] {
	id, ok := s.text.lookup(namespace)
	if !ok {
		return slices.Values([]uint32(nil))
	}
	if s.asked == namespace || s.asked == "" {
		s.asked = namespace
		return func(yield func(uint32) bool) {
			for at := range uint32(s.records.size()) {
				if s.records.at(at).space == id && !yield(at) {
					return
				}
			}
		}
	}
	if len(s.spaces.order) != s.records.size() {
		s.spaces = s.group(func(r *record) uint32 { return r.space })
	}
	return slices.Values(s.spaces.of(id))
}

// Count returns how many objects of a kind the scans have shown in a namespace
// or, with an empty one, in all.
func (s *Store) Count(kind int, namespace string) int {
	records := s.OfKind(kind)
	if namespace == "" {
		return len(records) + s.Counted(kind)
	}
	space, ok := s.text.lookup(namespace)
	if !ok {
		return 0
	}
	count := 0
	for _, at := range records {
		if s.records.at(at).space == space {
			count++
		}
	}
	s.CountedPlain(namespace, func(of, counted int) {
		if of == kind {
			count += counted
		}
	})
	s.CountedOwned(func(_ uint32, o *Reference) {
		if r := s.records.at(o.Dependent); int(r.kind) == kind && r.space == space {
			count += int(o.Counted)
		}
	})
	return count
}

// OfKind returns the objects of a kind, as they were seen.
func (s *Store) OfKind(kind int) []uint32 {
	if len(s.kinds.order) != s.records.size() {
		s.kinds = s.group(func(r *record) uint32 { return uint32(r.kind) })
	}
	return s.kinds.of(uint32(kind))
}

// Part parts a list by what key returns, in its own place: it may be very long.
func Part[T any](all []T, key func(T) int) map[int][]T {
	counts := map[int]int{}
	for _, one := range all {
		counts[key(one)]++
	}
	parts := make(map[int][]T, len(counts))
	from := 0
	for k, count := range counts {
		parts[k] = all[from : from : from+count]
		from += count
	}
	for k, count := range counts {
		whole := parts[k][:count]
		for at := len(parts[k]); at < count; at = len(parts[k]) {
			own := key(whole[at])
			to := len(parts[own])
			parts[own] = parts[own][:to+1]
			whole[at], parts[own][to] = parts[own][to], whole[at]
		}
	}
	return parts
}
