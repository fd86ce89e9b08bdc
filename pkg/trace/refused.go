package trace

import (
	"context"
	"slices"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// NotFoundError says that an object asked about does not exist.
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

// AskError says which of the objects asked about are not to be had.
type AskError struct {
	// Errs has one error for each, in the order of asking: a *NotFoundError, or
	// the Reader's where the object may not be read. It is never empty.
	Errs []error
}

func (e *AskError) Error() string {
	texts := make([]string, len(e.Errs))
	for i, err := range e.Errs {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "; ")
}

func (e *AskError) Unwrap() []error { return e.Errs }

// refusal is an object asked about that is not to be had.
type refusal struct {
	place
	err error
}

func (b *builder) refuse(at place, err error) {
	if !slices.ContainsFunc(b.refused, func(r refusal) bool { return r.place == at }) {
		b.refused = append(b.refused, refusal{at, err})
	}
}

// refusal returns the error that stands beside the graph, nil where everything
// could be asked about. The other error is the context's.
func (b *builder) refusal(ctx context.Context) (refused, ended error) {
	if len(b.refused) == 0 {
		return nil, nil
	}
	var missing []place
	for _, r := range b.refused {
		if apierrors.IsNotFound(r.err) {
			missing = append(missing, r.place)
		}
	}
	near, err := b.near(ctx, missing)
	if err != nil {
		return nil, err
	}
	all := &AskError{}
	for _, r := range b.refused {
		err := r.err // the Reader names the object
		if apierrors.IsNotFound(err) {
			kind := b.kinds.list[r.kind]
			ref := Ref{Group: kind.Group, Kind: kind.Kind, Namespace: r.namespace, Name: r.name}
			err = &NotFoundError{Ref: ref, Resource: kind.Resource, Near: near[r.place]}
		}
		all.Errs = append(all.Errs, err)
	}
	return all, nil
}
