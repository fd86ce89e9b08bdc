package trace

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// reference is what an object says of another one.
type reference struct {
	from     *vertex
	target   Ref
	resource string
	uid      string
	edge     Edge // Rule and, for an ownerReference, its flags
	up       bool // the target stands above
	optional bool // a missing target is nothing to report
}

// outcome is what reading an object by name has brought. The vertex is not part
// of the graph unless a reference meant that very object.
type outcome struct {
	v   *vertex
	err error
}

func ownerReference(from *vertex, o *owner) reference {
	return reference{
		from:   from,
		target: Ref{Group: GroupOf(o.apiVersion), Kind: o.kind, Name: o.name},
		uid:    o.uid,
		edge:   Edge{Rule: OwnerRule, Controller: o.controller, Block: o.block},
		up:     true,
	}
}

func linkReference(from *vertex, l *Link) reference {
	return reference{
		from: from, target: l.Target, resource: l.Resource, uid: l.UID,
		edge: Edge{Rule: l.Rule}, up: l.Up, optional: l.Optional,
	}
}

// resolve finds the objects that are referred to and connects them, existing
// or not. It reads each object by name at most once. What it adds to the graph
// is returned. Its error is the context's.
func (b *builder) resolve(ctx context.Context, refs []reference) ([]*vertex, error) {
	r := resolution{builder: b}
	var unread []reference
	var fetches []fetch
	asked := map[place]bool{}
	for _, ref := range refs {
		at, ok := b.locateByName(&ref)
		if r.known(&ref, at, ok) {
			continue
		}
		unread = append(unread, ref)
		if !asked[at] {
			asked[at] = true
			fetches = append(fetches, b.fetchOutcome(at))
		}
	}
	if err := b.fetchAll(ctx, fetches); err != nil {
		return nil, err
	}
	for _, ref := range unread {
		at, _ := b.locateByName(&ref)
		r.settle(&ref, at)
	}
	if err := r.searchElsewhere(ctx); err != nil {
		return nil, err
	}
	return r.fresh, nil
}

// fetchOutcome reads an object into b.outcomes.
func (b *builder) fetchOutcome(at place) fetch {
	return fetch{at, func(obj *unstructured.Unstructured, err error) {
		o := outcome{err: err}
		if err == nil {
			o.v = b.fromObject(at.kind, obj)
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		b.outcomes[at] = o
	}}
}

// locateByName says where the reference leads. It is false where it cannot
// lead anywhere: the kind is unknown (kind is then -1), or is a namespaced one
// and the reference cannot tell a namespace.
func (b *builder) locateByName(ref *reference) (place, bool) {
	kind, ok := b.kinds.lookup(ref.target.Group, ref.target.Kind, ref.resource)
	if !ok {
		return place{kind: -1}, false
	}
	at := place{kind: kind, name: ref.target.Name}
	if !b.kinds.list[kind].Namespaced {
		return at, true
	}
	at.namespace = ref.target.Namespace
	if at.namespace == "" {
		at.namespace = ref.from.Namespace
	}
	return at, at.namespace != ""
}

// resolution is one run of resolve.
type resolution struct {
	*builder
	fresh []*vertex
	lost  []lostReference // to owners that are not where they should be
}

type lostReference struct {
	reference
	place

	taken bool // another object stands there
}

// known settles a reference for which nothing has to be read.
func (r *resolution) known(ref *reference, at place, reachable bool) bool {
	if at.kind < 0 {
		r.unknownKind(ref)
		return true
	}
	if r.byUID(ref) {
		return true
	}
	if !reachable {
		r.lost = append(r.lost, lostReference{*ref, at, false})
		return true
	}
	if v, ok := r.byPlace[at]; ok {
		if _, nameless := r.nameless(ref); nameless && v.UID != ref.uid {
			r.lost = append(r.lost, lostReference{*ref, at, false})
			return true
		}
		r.meet(ref, v)
		return true
	}
	if _, ok := r.outcomes[at]; ok {
		r.settle(ref, at)
		return true
	}
	return false
}

func (r *resolution) unknownKind(ref *reference) {
	if r.kinds.unanswered(ref.target.Group) {
		r.dangle(ref, -1, Unreadable, "")
		return
	}
	if !ref.optional {
		r.dangle(ref, -1, Unreadable, KindUnknown)
	}
}

// byUID settles a reference to an object that is in the graph, or was scanned
// and is known by name.
func (r *resolution) byUID(ref *reference) bool {
	if ref.uid == "" {
		return false
	}
	key := r.store.Key([]byte(ref.uid))
	if v, ok := r.vertices[key]; ok && !v.dangling {
		r.join(ref, v, ref.misplaced(v))
		return true
	}
	at, ok := r.store.Find(key)
	if !ok || !r.store.Named(at) {
		return false
	}
	v := r.take(r.fromRecord(at))
	r.join(ref, v, ref.misplaced(v))
	return true
}

// take notes a vertex that joins the graph.
func (r *resolution) take(v *vertex) *vertex {
	r.fresh = append(r.fresh, v)
	return v
}

// misplaced says what is wrong with a reference to an object whose UID it has.
// The garbage collector treats an owner under other coordinates as absent.
func (ref *reference) misplaced(v *vertex) Fault {
	if ref.edge.Rule != OwnerRule {
		return ""
	}
	return ownerFault(v, ref.from.Namespace, ref.target)
}

// ownerFault says what is wrong with an ownerReference that has the UID of an
// object and stands on a dependent in the namespace.
func ownerFault(v *vertex, namespace string, target Ref) Fault {
	switch {
	case v.Namespace != "" && namespace == "":
		return WrongScope
	case v.Namespace != "" && v.Namespace != namespace:
		return WrongNamespace
	case v.Group != target.Group || v.Kind != target.Kind || v.Name != target.Name:
		return OtherName
	}
	return ""
}

// meet settles a reference to a place where an object stands.
func (r *resolution) meet(ref *reference, v *vertex) {
	if ref.uid == "" || ref.uid == v.UID {
		r.join(ref, v, "")
		return
	}
	r.recreated(ref, place{v.kind, v.Namespace, v.Name})
}

// recreated settles a reference to a place where another object stands. The one
// meant by an ownerReference may still live in another namespace.
func (r *resolution) recreated(ref *reference, at place) {
	if ref.edge.Rule == OwnerRule && r.kinds.list[at.kind].Namespaced {
		r.lost = append(r.lost, lostReference{*ref, at, true})
		return
	}
	r.dangle(ref, at.kind, Recreated, TargetRecreated)
}

// settle uses what reading the place has brought.
func (r *resolution) settle(ref *reference, at place) {
	if r.byUID(ref) {
		return
	}
	o := r.outcomes[at]
	record, nameless := r.nameless(ref)
	switch {
	case o.err == nil && ref.uid == o.v.UID && r.recall(o.v):
		r.byUID(ref)
	case nameless && o.err == nil && o.v.UID == ref.uid:
		// Taking the record, not the object, makes the answer the same whether
		// or not the scan happened to keep the name.
		r.store.SetName(record, o.v.Created, []byte(o.v.Name))
		r.byUID(ref)
	case o.err == nil && (ref.uid == "" || ref.uid == o.v.UID):
		r.join(ref, r.take(r.register(o.v)), "")
	case nameless:
		r.lost = append(r.lost, lostReference{*ref, at, false})
	case o.err == nil:
		r.recreated(ref, at)
	case !apierrors.IsNotFound(o.err):
		r.dangle(ref, at.kind, Unreadable, "")
	case ref.optional:
	case ref.edge.Rule == OwnerRule && r.kinds.list[at.kind].Namespaced:
		r.lost = append(r.lost, lostReference{*ref, at, false})
	default:
		r.dangle(ref, at.kind, Gone, TargetGone)
	}
}

// searchElsewhere looks for the lost owners in all namespaces. That they are
// not where the reference says is certain, so that a list which fails here
// takes nothing from the answer and is not reported.
func (r *resolution) searchElsewhere(ctx context.Context) error {
	var n need
	for i := range r.lost {
		l := &r.lost[i]
		if _, seen := r.nameless(&l.reference); l.edge.Rule == OwnerRule && !seen {
			n.kind(l.kind)
			r.owning[l.kind] = true
		}
	}
	if err := r.scanQuietly(ctx, n); err != nil {
		return err
	}
	r.report(r.keepOwners(ctx)...)
	var nameless []uint32
	for i := range r.lost {
		if at, ok := r.nameless(&r.lost[i].reference); ok {
			nameless = append(nameless, at)
		}
	}
	if err := r.nameRecords(ctx, nameless); err != nil {
		return err
	}
	for i := range r.lost {
		r.settleLost(&r.lost[i])
	}
	return nil
}

func (r *resolution) settleLost(l *lostReference) {
	if r.byUID(&l.reference) {
		return
	}
	_, nameless := r.nameless(&l.reference)
	switch {
	case nameless:
		r.dangle(&l.reference, l.kind, Unreadable, "")
	case l.taken:
		r.dangle(&l.reference, l.kind, Recreated, TargetRecreated)
	case l.optional:
	case l.namespace == "":
		r.dangle(&l.reference, l.kind, Unreadable, WrongScope)
	default:
		r.dangle(&l.reference, l.kind, Gone, TargetGone)
	}
}

// dangle connects a reference to a node that stands for what is not there.
func (r *resolution) dangle(ref *reference, kind int, state State, fault Fault) {
	v := &vertex{kind: kind, level: -1, dangling: true, read: true}
	v.Ref = ref.target
	v.UID = ref.uid
	v.State = state
	if kind >= 0 {
		k := r.kinds.list[kind]
		v.Group, v.Kind = k.Group, k.Kind
		r.address(v)
		if at, ok := r.locateByName(ref); ok {
			v.Namespace = at.namespace
		}
	}
	if v.Kind == "" {
		v.Kind = ref.resource
	}
	if unread := r.unread[v.place()]; unread != nil && unread.dangling && state == Unreadable {
		r.join(ref, unread, fault)
		return
	}
	r.join(ref, r.register(v), fault)
}

// join adds the edge of a reference, and lets the descent go on from a target
// that stands below.
func (r *resolution) join(ref *reference, target *vertex, fault Fault) {
	e := ref.edge
	e.Fault = fault
	if ref.up {
		r.connect(target, ref.from, e)
		return
	}
	r.connect(ref.from, target, e)
	r.below(ref.from, target)
}
