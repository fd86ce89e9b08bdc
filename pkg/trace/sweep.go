package trace

import (
	"context"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// sweep asks about everything that is going away where Tracer.Going says.
func (b *builder) sweep(ctx context.Context) error {
	if len(b.Going) == 0 {
		return b.recognise(ctx)
	}
	if err := b.sweepSpaces(ctx); err != nil {
		return err
	}
	if err := b.scan(ctx, b.needOfSweep()); err != nil {
		return err
	}
	b.refuseSpaces()
	if err := b.recognise(ctx); err != nil {
		return err
	}
	return b.askGoing(ctx)
}

// refuseSpaces finds the namespaces that do not exist. One that only its object
// is missing of is to be asked about: what was in it can outlive it.
func (b *builder) refuseSpaces() {
	for _, name := range b.spaces() {
		at, served := b.spacePlace(name)
		o, read := b.outcomes[at]
		if served && read && apierrors.IsNotFound(o.err) && b.empty(name) {
			b.refuse(at, o.err)
			continue
		}
		b.asked = true
	}
}

// empty reports whether the scans have shown nothing in a namespace.
func (b *builder) empty(namespace string) bool {
	for range b.store.InNamespace(namespace) {
		return false
	}
	return true
}

// spaces returns the entries of Going, each once and in order.
func (b *builder) spaces() []string {
	return slices.Compact(slices.Sorted(slices.Values(b.Going)))
}

// spacePlace returns where the Namespace object is.
func (b *builder) spacePlace(name string) (place, bool) {
	kind, served := b.kinds.lookup("", "Namespace", "")
	return place{kind: kind, name: name}, served
}

// sweepsAll reports whether the whole cluster is asked about.
func (b *builder) sweepsAll() bool {
	return slices.Contains(b.Going, "")
}

// sweepSpaces adds what is going and stands above others by its nature, before
// these are scanned: only then does the scan keep their names.
func (b *builder) sweepSpaces(ctx context.Context) error {
	if !b.sweepsAll() {
		return b.readSpaces(ctx)
	}
	var n need
	for kind := range b.kinds.list {
		if b.kinds.list[kind].IsNamespace() || b.kinds.list[kind].IsDefinition() {
			n.kind(kind)
		}
	}
	if err := b.scan(ctx, n); err != nil {
		return err
	}
	for _, at := range b.goingRecords() {
		b.fromRecord(at)
	}
	return nil
}

// readSpaces reads the Namespace objects, which takes fewer rights than a list
// of them, and adds those that are going.
func (b *builder) readSpaces(ctx context.Context) error {
	var places []place
	var fetches []fetch
	for _, name := range b.spaces() {
		if at, served := b.spacePlace(name); served && b.byPlace[at] == nil && b.unread[at] == nil {
			places = append(places, at)
			fetches = append(fetches, b.fetchOutcome(at))
		}
	}
	if err := b.fetchAll(ctx, fetches); err != nil {
		return err
	}
	for _, at := range places {
		if v := b.outcomes[at].v; v != nil && v.State.Going() {
			b.register(v).makeAsked()
		}
	}
	return nil
}

func (b *builder) needOfSweep() need {
	n := need{cluster: b.sweepsAll(), everywhere: b.sweepsAll()}
	if !n.everywhere {
		for _, name := range b.Going {
			n.namespace(name)
		}
	}
	if !n.everywhere && len(n.namespaces) <= namespacesApart {
		return n
	}
	// A scan of all namespaces leaves these out. Here one may be the answer.
	for kind := range b.kinds.list {
		if heartbeat(b.kinds.list[kind]) {
			n.kind(kind)
		}
	}
	return n
}

// goingRecords returns the scanned objects that are going where that was asked.
func (b *builder) goingRecords() []uint32 {
	all := b.sweepsAll()
	var going []uint32
	for i := range b.store.Len() {
		at := uint32(i)
		if b.store.Deleted(at).IsZero() {
			continue
		}
		if all || slices.Contains(b.Going, b.store.Namespace(at)) {
			going = append(going, at)
		}
	}
	return going
}

// askGoing makes asked objects of the scanned ones that are going. What has
// gone since the scan is nothing to ask about any more.
func (b *builder) askGoing(ctx context.Context) error {
	var vs []*vertex
	for _, at := range b.goingRecords() {
		vs = append(vs, b.fromRecord(at))
	}
	if err := b.readWhole(ctx, vs); err != nil {
		return err
	}
	for _, v := range vs {
		switch {
		case v.State.Going():
			v.makeAsked()
		case !v.Asked:
			b.forget(v)
		}
	}
	return nil
}

func (v *vertex) makeAsked() {
	v.Asked = true
	v.level = 0
}

// forget takes out a vertex that nothing is connected to yet.
func (b *builder) forget(v *vertex) {
	delete(b.vertices, v.key)
	if b.byPlace[v.place()] == v {
		delete(b.byPlace, v.place())
	}
}
