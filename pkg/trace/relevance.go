package trace

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/store"

// relevance marks the records that a graph of only what is going away may need:
// what is going, what it owns, what other references may lead to or from, what
// has an owner that was not scanned, and all that stands above one of these by
// ownerReferences.
type relevance struct {
	marked []bool // by record
}

// relevant reports whether a scanned object may have to do with anything that is
// going. Without it a large and healthy namespace would become vertices only to
// be pruned again.
func (b *builder) relevant(at uint32) bool {
	if len(b.relevance.marked) != b.store.Len() {
		b.relevance = b.findRelevance()
	}
	return b.relevance.marked[at]
}

// ownerUnknown reports whether an owner of the object is one that only reading
// it can tell about.
func (b *builder) ownerUnknown(at uint32) bool {
	for o := range b.store.Owners(at) {
		_, scanned := b.store.Find(o.UID)
		_, present := b.vertices[o.UID]
		if !scanned && !present {
			return true
		}
	}
	return false
}

func (b *builder) findRelevance() relevance {
	var going, linked []uint32
	telling := make([]bool, len(b.kinds.list))
	for i, kind := range b.kinds.list {
		telling[i] = kind.IsNamespace() || kind.IsDefinition() ||
			b.linker.NeedsWhole(kind) || len(b.linker.Sources(kind, b.kinds.list)) > 0
	}
	for i := range b.store.Len() {
		if !b.store.Deleted(uint32(i)).IsZero() {
			going = append(going, uint32(i))
		}
		if telling[b.store.Kind(uint32(i))] || b.ownerUnknown(uint32(i)) {
			linked = append(linked, uint32(i))
		}
	}
	below := make([]bool, b.store.Len())
	b.spread(going, below, b.dependentRecords)
	for i, marked := range below {
		if marked {
			linked = append(linked, uint32(i))
		}
	}
	above := make([]bool, b.store.Len())
	b.spread(linked, above, b.ownerRecords)
	return relevance{above}
}

func (b *builder) spread(waiting []uint32, marked []bool, step func(uint32) []uint32) {
	for len(waiting) > 0 {
		at := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if !marked[at] {
			marked[at] = true
			waiting = append(waiting, step(at)...)
		}
	}
}

func (b *builder) ownerRecords(at uint32) []uint32 {
	var above []uint32
	for o := range b.store.Owners(at) {
		if owner, ok := b.store.Find(o.UID); ok {
			above = append(above, owner)
		}
	}
	return above
}

func (b *builder) dependentRecords(at uint32) []uint32 {
	var below []uint32
	b.store.Dependents(b.store.UID(at), func(_ uint32, o *store.Reference) { below = append(below, o.Dependent) })
	return below
}
