package trace

import (
	"context"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// ask reads the targets and makes them the first vertices.
func (b *builder) ask(ctx context.Context, targets []Target) error {
	places := b.placesOf(targets)
	answers := make([]outcome, len(places))
	fetches := make([]fetch, len(places))
	for i, at := range places {
		fetches[i] = fetch{at, func(obj *unstructured.Unstructured, err error) {
			answers[i].err = err
			if err == nil {
				answers[i].v = b.fromObject(at.kind, obj)
			}
		}}
	}
	met, err := b.meanwhile(ctx, places, func() (none bool, err error) {
		err = b.fetchAll(ctx, fetches)
		for i, at := range places {
			if answers[i].err == nil || !b.refuses(at, answers[i].err) {
				return false, err
			}
		}
		return true, err
	})
	if err != nil {
		return err
	}
	if slices.ContainsFunc(answers, func(o outcome) bool { return o.err != nil }) {
		b.discount(met)
	} else {
		b.report(met...)
	}
	for i, at := range places {
		v := answers[i].v
		if err := answers[i].err; err != nil {
			if b.refuses(at, err) {
				b.refuse(at, err)
				continue
			}
			v = b.unreadable(at)
			b.unread[at] = v
			b.outcomes[at] = answers[i]
		}
		v.makeAsked()
		b.register(v)
		b.asked = true
	}
	return nil
}

// meanwhile reads what is needed around the asked objects whatever they turn out to be,
// while these are read, and returns what it met. It ends early where none of them is to be
// had. The error is the context's.
func (b *builder) meanwhile(ctx context.Context, places []place, read func() (none bool, err error)) ([]Problem, error) {
	var n need
	var asked []*vertex
	for _, at := range places {
		asked = append(asked, &vertex{kind: at.kind, Node: Node{Ref: Ref{Namespace: at.namespace}}})
		switch {
		case b.Up && !b.Down:
		case at.namespace != "":
			n.namespace(at.namespace)
		case b.kinds.list[at.kind].IsNamespace():
			n.cluster = true
			n.namespace(at.name)
		}
	}
	if len(places) >= listFrom { // these may be read by lists, for which it is asked what was scanned
		_, err := read()
		return nil, err
	}
	around, stop := context.WithCancel(ctx)
	defer stop()
	var scanned, sourced []Problem
	keys, sources := b.uncovered(n), b.wantSources(asked)
	err := together(
		func() error {
			none, err := read()
			if none {
				stop()
			}
			return err
		},
		func() error { scanned = b.scanLists(around, keys); return ctx.Err() },
		func() error { sourced = b.listSources(around, sources); return ctx.Err() })
	if around.Err() != nil { // what came of these is not known
		for _, key := range keys {
			delete(b.covered, key)
		}
		for _, key := range sources {
			delete(b.sourced, key)
		}
		return nil, err
	}
	return append(scanned, sourced...), err
}

// discount takes back that lists were read which failed: whether the answer needs them
// is not known where there may be no object to ask about.
func (b *builder) discount(failed []Problem) {
	for _, p := range failed {
		for key := range b.covered {
			if kind := b.kinds.list[key.kind]; p.About == PartOf(kind, key.namespace, "") {
				delete(b.covered, key)
			}
		}
		for key := range b.sourced {
			if kind := b.kinds.list[key.kind]; p.About == PartOf(kind, key.namespace, "") {
				delete(b.sourced, key)
			}
		}
	}
}

// placesOf returns where the targets are, each once.
func (b *builder) placesOf(targets []Target) []place {
	var places []place
	for _, t := range targets {
		at := place{b.kinds.ask(t.Kind), t.Namespace, t.Name}
		if !t.Kind.Namespaced {
			at.namespace = ""
		}
		if !b.places[at] {
			b.places[at] = true
			places = append(places, at)
		}
	}
	return places
}

// refuses reports whether the error means that the target is not to be had.
// Anything else that kept it from being read stands in Incomplete.
func (b *builder) refuses(at place, err error) bool {
	about := PartOf(b.kinds.list[at.kind], at.namespace, at.name)
	return apierrors.IsNotFound(err) || b.Reader.Problem(about, err).Reason == Forbidden
}

func (b *builder) unreadable(at place) *vertex {
	kind := b.kinds.list[at.kind]
	v := &vertex{kind: at.kind, dangling: true, read: true}
	v.Ref = Ref{Group: kind.Group, Kind: kind.Kind, Namespace: at.namespace, Name: at.name}
	v.State = Unreadable
	b.address(v)
	return v
}

// recognise takes from lists what they know of the asked objects that could not
// be read by themselves.
func (b *builder) recognise(ctx context.Context) error {
	var lists []scopeKey
	for at := range b.unread {
		key := scopeKey{at.kind, at.namespace}
		if b.kinds.list[at.kind].Listable && !b.covered[key] && !b.covered[scopeKey{kind: at.kind}] && !slices.Contains(lists, key) {
			lists = append(lists, key)
		}
	}
	if err := b.searchQuietly(ctx, lists); err != nil {
		return err
	}
	for at := range b.unread {
		if record, ok := b.recordAt(at); ok {
			b.fromRecord(record).makeAsked()
		}
	}
	return nil
}

// recordAt returns the scanned object of the kind that has the name.
func (b *builder) recordAt(at place) (uint32, bool) {
	for _, record := range b.store.OfKind(at.kind) {
		if b.store.Name(record) == at.name && b.store.Namespace(record) == at.namespace {
			return record, true
		}
	}
	return 0, false
}
