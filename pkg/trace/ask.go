package trace

import (
	"context"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// ask reads the targets and makes them the first vertices.
func (b *builder) ask(ctx context.Context, targets []Target) error {
	places := b.places(targets)
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
	if err := b.fetchAll(ctx, fetches); err != nil {
		return err
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

// places returns where the targets are, each once.
func (b *builder) places(targets []Target) []place {
	var places []place
	seen := map[place]bool{}
	for _, t := range targets {
		at := place{b.kinds.ask(t.Kind), t.Namespace, t.Name}
		if !t.Kind.Namespaced {
			at.namespace = ""
		}
		if !seen[at] {
			seen[at] = true
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
