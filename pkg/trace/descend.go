package trace

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace/internal/store"
)

// alike is how many dependents of one kind and rule below one object are shown
// each for itself even when they are healthy. More become one Fold.
const alike = 3

// early are dependents that will be folded, without ever having been vertices.
type early struct {
	rule    string
	kind    int
	records []child
	counted int // more of them, of which nothing else is known
}

// child is a scanned object below a vertex. There may be very many.
type child struct {
	record uint32
	owner  uint32 // the ownerReference that leads up, or none
}

// descend adds what depends on the asked objects, one level after the other.
func (b *builder) descend(ctx context.Context) error {
	level := b.startBelow()
	for depth := 0; len(level) > 0; depth++ {
		slices.SortFunc(level, compareVertices)
		if err := b.readWhole(ctx, level); err != nil {
			return err
		}
		if b.Depth > 0 && depth == b.Depth {
			b.cut(level)
			return nil
		}
		if err := b.prepareDescent(ctx, level); err != nil {
			return err
		}
		next, err := b.levelBelow(ctx, level)
		if err != nil {
			return err
		}
		level = next
	}
	return nil
}

// levelBelow connects what stands right below the objects, and returns what was
// not below any before.
func (b *builder) levelBelow(ctx context.Context, level []*vertex) ([]*vertex, error) {
	b.next = nil
	if err := b.readSources(ctx, level, false); err != nil {
		return nil, err
	}
	b.report(b.keepMisled(ctx, level)...)
	broods := make([][]brood, len(level))
	var nameless []uint32
	for i, v := range level {
		broods[i] = b.children(v)
		nameless = append(nameless, b.wantNames(v, broods[i])...)
	}
	if err := b.nameRecords(ctx, nameless); err != nil {
		return nil, err
	}
	var refs []reference
	for i, v := range level {
		for _, c := range broods[i] {
			b.adopt(v, &c)
		}
		b.sourcesOf(v, false)
		refs = append(refs, v.linked(false)...)
	}
	_, err := b.resolve(ctx, refs)
	return b.next, err
}

// startBelow returns the asked objects that could be read.
func (b *builder) startBelow() []*vertex {
	var level []*vertex
	for _, v := range b.vertices {
		if v.Asked && !v.dangling {
			level = append(level, v)
		}
	}
	return level
}

// prepareDescent reads what has to be known before going down from a level.
func (b *builder) prepareDescent(ctx context.Context, level []*vertex) error {
	var n need
	var refs []reference
	for _, v := range level {
		b.needBelow(&n, v)
		refs = append(refs, v.linked(false)...)
		for i := range v.joins {
			if !v.joins[i].Up {
				n.join(v, &v.joins[i])
			}
		}
	}
	return b.prepare(ctx, n, level, refs)
}

// needBelow adds where the dependents of the object may be.
func (b *builder) needBelow(n *need, v *vertex) {
	kind := b.kinds.list[v.kind]
	if v.Namespace != "" {
		n.namespace(v.Namespace)
		n.cluster, n.everywhere = n.cluster || b.Astray, n.everywhere || b.Astray && v.Asked
		return
	}
	n.cluster = true
	switch {
	case kind.IsNamespace():
		n.namespace(v.Name)
		n.everywhere = n.everywhere || v.awaitsCollection() || b.Astray && v.Asked
	case kind.IsDefinition(), v.Asked:
		n.everywhere = true
	}
}

// awaitsCollection reports whether the garbage collector holds the object until
// its dependents, wherever they are, have gone or been set free.
func (v *vertex) awaitsCollection() bool {
	return slices.ContainsFunc(v.Finalizers, func(f Finalizer) bool {
		return f.Name == metav1.FinalizerDeleteDependents || f.Name == metav1.FinalizerOrphanDependents
	})
}

// brood is the scanned objects below a vertex by one rule.
type brood struct {
	rule     string
	children []child
	counted  map[int]int // more that are alike, by kind
}

// children returns what the scans show below the object.
func (b *builder) children(v *vertex) []brood {
	broods := []brood{{OwnerRule, b.owned(v), b.counted(v, OwnerRule)}}
	switch kind := b.kinds.list[v.kind]; {
	case kind.IsNamespace():
		broods = append(broods, brood{ContentRule, b.content(v), b.counted(v, ContentRule)})
	case kind.IsDefinition():
		broods = append(broods, brood{InstanceRule, b.instances(v), nil})
	}
	for i := range v.joins {
		if v.joins[i].Up {
			continue
		}
		joined := brood{rule: v.joins[i].Rule}
		b.carriers(v, &v.joins[i], func(at uint32) {
			joined.children = append(joined.children, child{at, store.None})
		})
		broods = append(broods, joined)
	}
	return broods
}

// owned returns the objects with an ownerReference to the object's UID.
func (b *builder) owned(v *vertex) []child {
	count := 0
	b.store.Dependents(v.key, func(uint32, *store.Reference) { count++ })
	children := make([]child, 0, count)
	b.store.Dependents(v.key, func(at uint32, o *store.Reference) {
		children = append(children, child{o.Dependent, at})
	})
	return children
}

// edgeOf returns the edge from v to a child by the rule.
func (b *builder) edgeOf(v *vertex, rule string, c child) Edge {
	e := Edge{Rule: rule}
	if c.owner != store.None {
		o := b.store.Reference(c.owner)
		e.Controller, e.Block, e.Fault = o.Controller, o.Block, b.faultOf(v, c)
	}
	return e
}

// faultOf says what is wrong with the reference by which a child is one.
func (b *builder) faultOf(v *vertex, c child) Fault {
	if c.owner == store.None {
		return ""
	}
	o := b.store.Reference(c.owner)
	apiVersion, kind, name := b.store.Target(o)
	target := Ref{Group: GroupOf(apiVersion), Kind: kind, Name: v.Name}
	if string(name) != v.Name {
		target.Name = string(name)
	}
	return ownerFault(v, b.store.Namespace(c.record), target)
}

// adopt puts children below a vertex: each as a vertex, unless so many of a
// kind are alike that they will be folded. It makes use of the slice.
func (b *builder) adopt(v *vertex, of *brood) {
	plain := of.children[:0]
	for _, c := range of.children {
		if b.Deleting && b.vertices[b.store.UID(c.record)] == nil && !b.relevant(c.record) {
			continue
		}
		if b.foldsEarly(v, c) {
			plain = append(plain, c)
			continue
		}
		b.attach(v, of.rule, c)
	}
	groups := store.Part(plain, b.kindOf)
	for kind, counted := range of.counted { // a fold even where none of those that were kept is to be in it
		v.folds = append(v.folds, early{of.rule, kind, groups[kind], counted})
		delete(groups, kind)
	}
	for kind, group := range groups {
		if b.few(group) {
			for _, c := range group {
				b.attach(v, of.rule, c)
			}
			continue
		}
		v.folds = append(v.folds, early{rule: of.rule, kind: kind, records: group})
	}
}

func (b *builder) kindOf(c child) int { return b.store.Kind(c.record) }

// few reports whether the alike dependents are shown each for itself. Where the
// scan kept no name they cannot be.
func (b *builder) few(group []child) bool {
	if b.Deleting || len(group) > alike && !b.All {
		return false
	}
	return !slices.ContainsFunc(group, func(c child) bool {
		return !b.store.Named(c.record)
	})
}

func (b *builder) attach(v *vertex, rule string, c child) {
	to := b.fromRecord(c.record)
	b.connect(v, to, b.edgeOf(v, rule, c))
	to.owned = to.owned || rule == OwnerRule
	b.below(v, to)
}

// foldsEarly reports whether a scanned object is Live, without finalizers and
// dependents, and has nothing that only reading it whole or looking at its
// other owners could show.
func (b *builder) foldsEarly(above *vertex, c child) bool {
	if v, ok := b.vertices[b.store.UID(c.record)]; ok && !v.dangling || b.faultOf(above, c) != "" {
		return false
	}
	if !b.store.Named(c.record) {
		return true // the scan found nothing to tell of it
	}
	if !b.store.Quiet(c.record) {
		return false
	}
	kind := b.kinds.list[b.store.Kind(c.record)]
	if kind.IsNamespace() || kind.IsDefinition() || b.linker.NeedsWhole(kind) {
		return false
	}
	if c.owner != store.None {
		return b.store.CountOwners(c.record) == 1
	}
	namespace := b.store.Namespace(c.record)
	for record := range b.store.Owners(c.record) {
		o := b.ownerOf(record)
		if b.missing(namespace, &o) {
			return false
		}
	}
	return true
}

// below lets the descent go on from a vertex that was met below another.
func (b *builder) below(v, to *vertex) {
	if v.level < 0 || to.level >= 0 || to.dangling {
		return
	}
	to.level = v.level + 1
	b.next = append(b.next, to)
}
