package trace

import (
	"iter"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/store"
)

// ContentRule is the Rule by which a Namespace stands above what is in it.
const ContentRule = "namespace:content"

// content returns the objects in a Namespace that have no owner there. Where
// owners form a circle, its first object stands for all of it.
func (b *builder) content(v *vertex) []child {
	inside := b.store.InNamespace(v.Name)
	var owned []uint32
	count := 0
	for at := range inside {
		if count++; b.ownerInside(at) {
			owned = append(owned, at)
		}
	}
	reached := make([]bool, b.store.Len())
	tops := make([]child, 0, count-len(owned))
	add := func(at uint32) {
		tops = append(tops, child{at, store.None})
		b.reach(at, reached)
	}
	rest := owned
	for at := range inside {
		if len(rest) > 0 && rest[0] == at {
			rest = rest[1:]
			continue
		}
		add(at)
	}
	owned = slices.DeleteFunc(owned, func(at uint32) bool { return reached[at] })
	slices.SortFunc(owned, b.compareRecords)
	for _, at := range owned {
		if !reached[at] {
			add(b.circle(at))
		}
	}
	return tops
}

// circle returns the first object of a circle of owners in the namespace that the object is
// in or below. There must be one.
func (b *builder) circle(at uint32) uint32 {
	var way []uint32
	for !slices.Contains(way, at) {
		way = append(way, at)
		at = slices.MinFunc(slices.Collect(b.ownersInside(at)), b.compareRecords)
	}
	return slices.MinFunc(way[slices.Index(way, at):], b.compareRecords)
}

// ownerInside reports whether an owner of the object is in the same namespace.
func (b *builder) ownerInside(at uint32) bool {
	for range b.ownersInside(at) {
		return true
	}
	return false
}

func (b *builder) ownersInside(at uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for o := range b.store.Owners(at) {
			owner, ok := b.store.Find(o.UID)
			if ok && b.store.Namespace(owner) == b.store.Namespace(at) && !yield(owner) {
				return
			}
		}
	}
}

// reach marks an object and all that it owns, directly or not.
func (b *builder) reach(at uint32, reached []bool) {
	waiting := []uint32{at}
	for len(waiting) > 0 {
		at := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if reached[at] {
			continue
		}
		reached[at] = true
		b.store.Dependents(b.store.UID(at), func(_ uint32, o *store.Reference) {
			waiting = append(waiting, o.Dependent)
		})
	}
}

func (b *builder) compareRecords(x, y uint32) int {
	kx, ky := b.store.Kind(x), b.store.Kind(y)
	if kx != ky {
		return kx - ky
	}
	return strings.Compare(b.store.Name(x), b.store.Name(y))
}
