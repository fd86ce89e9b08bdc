package trace

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// NotFoundError says that a target does not exist.
type NotFoundError struct {
	Ref      Ref
	Resource string // plural
	// Near are the names of up to three objects of the kind in the namespace
	// that are much like the one asked for, the nearest first.
	Near []string
}

func (e *NotFoundError) Error() string {
	kind := Kind{Group: e.Ref.Group, Resource: e.Resource}
	return Describe(kind, e.Ref.Namespace, e.Ref.Name) + " not found"
}

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
			if err := b.refuse(ctx, at, err); err != nil {
				return err
			}
			v = b.unreadable(at)
		}
		v.makeAsked()
		b.register(v)
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

// refuse returns the error that ends the trace when a target could not be read
// for good. Anything else that kept it from being read stands in Incomplete.
func (b *builder) refuse(ctx context.Context, at place, err error) error {
	kind := b.kinds.list[at.kind]
	name := Describe(kind, at.namespace, at.name)
	if apierrors.IsNotFound(err) {
		near, err := b.near(ctx, at)
		if err != nil {
			return err
		}
		ref := Ref{Group: kind.Group, Kind: kind.Kind, Namespace: at.namespace, Name: at.name}
		return &NotFoundError{Ref: ref, Resource: kind.Resource, Near: near}
	}
	if b.Reader.Problem(name, err).Reason == Forbidden {
		return err // the Reader names the object
	}
	return nil
}

func (b *builder) unreadable(at place) *vertex {
	kind := b.kinds.list[at.kind]
	v := &vertex{kind: at.kind, dangling: true, read: true}
	v.Ref = Ref{Group: kind.Group, Kind: kind.Kind, Namespace: at.namespace, Name: at.name}
	v.State = Unreadable
	b.address(v)
	return v
}
