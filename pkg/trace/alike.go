package trace

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/store"
)

// Where there are many objects, those that are alike are counted and not kept: live, not
// held, of one kind and in one namespace, with one and the same owner or with none. They
// would be folded. What must be known of one by itself after all is kept:
//
//   - An object of a kind that ownerReferences name. Whether a kind is one may show too
//     late; its lists are read again then.
//   - An object with a reference that is faulty or leads nowhere, for the same price.
//   - An object that is part of the graph for another reason. Where that is true of nearly
//     all that were kept of a kind, a few can be folded that would be named otherwise.

// counting reports whether the answer can do with counts: all others want to know each
// object, or which of them have to do with what is going.
func (t *Tracer) counting() bool {
	return !t.All && !t.Deleting && t.Scanned == nil
}

// countable reports whether an object may be counted instead of kept.
func (b *builder) countable(kind int, row *Row) bool {
	if !b.store.Crowded() || len(row.UID) == 0 || b.owns(kind) {
		return false
	}
	_, known := b.vertices[b.store.Key(row.UID)]
	return !known
}

// owns reports whether an ownerReference that was seen names the kind.
func (b *builder) owns(kind int) bool {
	b.ownersSeen = b.store.OwnerKinds(b.ownersSeen, func(apiVersion, name string) {
		if owner, served := b.kinds.lookup(GroupOf(apiVersion), name, ""); served {
			b.owning[owner] = true
		}
	})
	return b.owning[kind]
}

// keepOwners reads the lists again of the kinds of which objects were counted although they
// are kinds of owners.
func (b *builder) keepOwners(ctx context.Context) []Problem { return b.keepWhole(ctx, b.owns) }

// keepWhole reads the lists again of which objects were counted, of the kinds that are wanted.
// Nothing of these is counted any more.
func (b *builder) keepWhole(ctx context.Context, wanted func(kind int) bool) []Problem {
	var problems []Problem
	for b.store.CountsAny() {
		var keys []scopeKey
		for kind := range b.kinds.list {
			if b.store.Counted(kind) > 0 && wanted(kind) {
				b.store.Whole(kind, "", true)
				keys = append(keys, b.listsOf(kind)...)
			}
		}
		if len(keys) == 0 {
			break
		}
		problems = append(problems, b.readLists(ctx, keys)...)
	}
	return problems
}

// listsOf returns the lists of a kind that were read, of which none is part of another.
func (b *builder) listsOf(kind int) []scopeKey {
	if everywhere := (scopeKey{kind, ""}); b.covered[everywhere] {
		return []scopeKey{everywhere}
	}
	var keys []scopeKey
	for key := range b.covered {
		if key.kind == kind {
			keys = append(keys, key)
		}
	}
	return keys
}

// recall keeps an object that was counted, now that the graph has it or is about to, and
// takes it out of the counts. It reports whether it was.
func (b *builder) recall(v *vertex) bool {
	if v.dangling || v.kind < 0 || b.store.Counted(v.kind) == 0 && !b.recounted[v.kind] {
		return false
	}
	counted := b.store.Recall(v.kind, v.row())
	if key := b.keyOf(v.UID, v.Ref); (counted || b.recounted[v.kind]) && !b.recalled[key] {
		b.recalled[key] = true
		b.uncount(v, key)
	}
	return counted
}

// row is the object as a list would show it.
func (v *vertex) row() *store.Row {
	row := &store.Row{Namespace: []byte(v.Namespace), Name: []byte(v.Name), UID: []byte(v.UID), Created: v.Created}
	if v.State.Going() {
		row.Deleted = v.Since
	}
	for _, f := range v.Finalizers {
		row.Finalizers = append(row.Finalizers, []byte(f.Name))
	}
	for _, o := range v.owners {
		row.Owners = append(row.Owners, store.Owner{
			APIVersion: []byte(o.apiVersion), Kind: []byte(o.kind), Name: []byte(o.name), UID: []byte(o.uid), Controller: o.controller, Block: o.block,
		})
	}
	return row
}

// uncount puts an object among those to be folded below what counted it before.
func (b *builder) uncount(v *vertex, key store.UID) {
	at, kept := b.store.Find(key)
	if !kept {
		return
	}
	for o := range b.store.Owners(at) {
		above := b.vertices[o.UID]
		if above == nil {
			continue
		}
		b.store.Dependents(o.UID, func(number uint32, o *store.Reference) {
			if c := (child{at, number}); o.Dependent == at && b.faultOf(above, c) == "" {
				above.uncount(OwnerRule, v.kind, c)
			}
		})
	}
	space, served := b.spacePlace(v.Namespace)
	if above := b.byPlace[space]; served && above != nil && !b.ownerInside(at) {
		above.uncount(ContentRule, v.kind, child{at, store.None})
	}
}

func (v *vertex) uncount(rule string, kind int, c child) {
	for i := range v.folds {
		if e := &v.folds[i]; e.rule == rule && e.kind == kind && e.counted > 0 && !slices.Contains(e.records, c) {
			e.counted--
			e.records = append(e.records, c)
		}
	}
}

// keepMisled is keepWhole for the kinds of which objects were counted, below one of the
// vertices, that a fault in their reference or a missing owner keeps from being alike.
func (b *builder) keepMisled(ctx context.Context, level []*vertex) []Problem {
	if !b.store.CountsAny() {
		return nil
	}
	kinds := map[int]bool{}
	for _, v := range level {
		b.store.Dependents(v.key, func(at uint32, o *store.Reference) {
			if o.Counted > 0 && b.faultOf(v, child{o.Dependent, at}) != "" {
				kinds[b.store.Kind(o.Dependent)] = true
			}
		})
		b.countedApart(v, func(o *store.Reference) {
			if owner := b.ownerOf(o); b.missing(v.Name, &owner) {
				kinds[b.store.Kind(o.Dependent)] = true
			}
		})
	}
	return b.keepWhole(ctx, func(kind int) bool { return kinds[kind] })
}

// countedApart calls yield for the references by which objects in a namespace were counted
// whose owner is not in it.
func (b *builder) countedApart(v *vertex, yield func(o *store.Reference)) {
	if !b.kinds.list[v.kind].IsNamespace() {
		return
	}
	b.store.CountedOwned(func(_ uint32, o *store.Reference) {
		if b.store.Namespace(o.Dependent) == v.Name && !b.ownerInside(o.Dependent) {
			yield(o)
		}
	})
}

// counted is how many objects of each kind were counted below a vertex by a rule.
func (b *builder) counted(v *vertex, rule string) map[int]int {
	if !b.store.CountsAny() {
		return nil
	}
	counts := map[int]int{}
	add := func(o *store.Reference) {
		if o.Counted > 0 {
			counts[b.store.Kind(o.Dependent)] += int(o.Counted)
		}
	}
	if rule == OwnerRule {
		b.store.Dependents(v.key, func(_ uint32, o *store.Reference) { add(o) })
		return counts
	}
	b.store.CountedPlain(v.Name, func(kind, count int) { counts[kind] += count })
	b.countedApart(v, add)
	return counts
}
