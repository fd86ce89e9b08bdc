package trace

import (
	"context"
	"slices"
)

// climb adds what stands above the objects, and above that in turn. Only where
// whole is true are the objects above read whole for their own sake.
func (b *builder) climb(ctx context.Context, level []*vertex, whole bool) error {
	for {
		level = slices.DeleteFunc(level, func(v *vertex) bool { return v.climbed || v.dangling })
		slices.SortFunc(level, compareVertices)
		level = slices.Compact(level)
		if len(level) == 0 {
			return nil
		}
		if err := b.prepareClimb(ctx, level); err != nil {
			return err
		}
		above, err := b.levelAbove(ctx, level)
		if err != nil {
			return err
		}
		for _, v := range above {
			v.above = v.above || whole
		}
		level = above
	}
}

// levelAbove connects what stands right above the objects, and returns it.
func (b *builder) levelAbove(ctx context.Context, level []*vertex) ([]*vertex, error) {
	if err := b.readSources(ctx, slices.DeleteFunc(slices.Clone(level), func(v *vertex) bool { return !b.follows(v) }), true); err != nil {
		return nil, err
	}
	var refs []reference
	var above []*vertex
	for _, v := range level {
		v.climbed = true
		refs = append(refs, b.ownersToFollow(v)...)
		if !b.follows(v) {
			continue
		}
		refs = append(refs, v.linked(true)...)
		above = append(above, b.joinedAbove(v)...)
		above = append(above, b.sourcesOf(v, true)...)
	}
	resolved, err := b.resolve(ctx, refs)
	return append(above, resolved...), err
}

// prepareClimb reads what has to be known of a level before going up from it.
func (b *builder) prepareClimb(ctx context.Context, level []*vertex) error {
	if err := b.readWhole(ctx, level); err != nil {
		return err
	}
	var n need
	var sources []*vertex
	var refs []reference
	for _, v := range level {
		if !b.follows(v) {
			continue
		}
		sources = append(sources, v)
		refs = append(append(refs, b.ownersToFollow(v)...), v.linked(true)...)
		for i := range v.joins {
			if v.joins[i].Up {
				n.join(v, &v.joins[i])
			}
		}
	}
	return b.prepare(ctx, n, sources, refs)
}

// prepare reads what a level needs, all of it at once: lists to scan, lists of what may
// refer to it and, where it takes no scan to know them, what it refers to. Its error is
// the context's.
func (b *builder) prepare(ctx context.Context, n need, sources []*vertex, refs []reference) error {
	keys, lists := b.uncovered(n), b.wantSources(sources)
	jobs := []func() error{
		func() error { b.report(b.scanLists(ctx, keys)...); return ctx.Err() },
		func() error { b.report(b.listSources(ctx, lists)...); return ctx.Err() },
	}
	if len(keys) == 0 {
		jobs = append(jobs, func() error { return b.readAhead(ctx, refs) })
	}
	return together(jobs...)
}

// linked are the references by which the object names what stands above it, or below.
func (v *vertex) linked(up bool) []reference {
	var refs []reference
	for i := range v.links {
		if v.links[i].Up == up {
			refs = append(refs, linkReference(v, &v.links[i]))
		}
	}
	return refs
}

// follows reports whether what stands above the object is worth reading: for an
// asked object, for what stands above one, and for a dependent whose other
// owners decide what becomes of it. Of a healthy object that is here only for
// its namespace or kind they do not.
func (b *builder) follows(v *vertex) bool {
	return v.level <= 0 || v.owned || v.State.Going() || len(v.Finalizers) > 0
}

// ownersToFollow returns the ownerReferences that need settling. Those of an
// object that is not to be followed do only where the owner is known already,
// or known to be missing.
func (b *builder) ownersToFollow(v *vertex) []reference {
	var refs []reference
	for i := range v.owners {
		o := &v.owners[i]
		if b.follows(v) || b.inGraph(o.uid) || b.missing(v.Namespace, o) {
			refs = append(refs, ownerReference(v, o))
		}
	}
	return refs
}

func (b *builder) inGraph(uid string) bool {
	_, ok := b.vertices[b.store.Key([]byte(uid))]
	return ok
}

// missing reports whether the scans so far should have shown the owner of an
// object in the namespace, and did not.
func (b *builder) missing(namespace string, o *owner) bool {
	if _, seen := b.store.Find(b.store.Key([]byte(o.uid))); seen {
		return false
	}
	kind, ok := b.kinds.lookup(GroupOf(o.apiVersion), o.kind, "")
	if !ok {
		return true
	}
	if b.kinds.list[kind].Namespaced && b.covered[scopeKey{kind, namespace}] {
		return true
	}
	return b.covered[scopeKey{kind, ""}]
}
