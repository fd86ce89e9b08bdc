package trace

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

const (
	// defaultParallel is what Tracer.Parallel is when it is zero.
	defaultParallel = 16
	// listAbove is how many objects of one kind and namespace are read one by
	// one before one list of them all costs the server less.
	listAbove = 25
)

// fetch is one whole object to read. done is told of it once, while other
// fetches are under way, and with an error where the object was not read; any
// but a missing object has been reported by then.
type fetch struct {
	place place
	done  func(*unstructured.Unstructured, error)
}

// fetchAll reads whole objects, each with its own request or, where many lie
// together, all with one. Its error is the context's.
func (b *builder) fetchAll(ctx context.Context, fetches []fetch) error {
	together := map[scopeKey][]fetch{}
	var order []scopeKey
	for _, f := range fetches {
		key := scopeKey{f.place.kind, f.place.namespace}
		if len(together[key]) == 0 {
			order = append(order, key)
		}
		together[key] = append(together[key], f)
	}
	var jobs []func()
	for _, key := range order {
		group := together[key]
		if len(group) > listAbove && b.kinds.list[key.kind].Listable {
			jobs = append(jobs, func() { b.fetchList(ctx, key, group) })
			continue
		}
		for _, f := range group {
			jobs = append(jobs, func() { b.fetchOne(ctx, f) })
		}
	}
	return b.each(ctx, jobs)
}

func (b *builder) fetchOne(ctx context.Context, f fetch) {
	kind := b.kinds.list[f.place.kind]
	obj, err := b.Reader.Get(ctx, kind, f.place.namespace, f.place.name)
	if err != nil && !apierrors.IsNotFound(err) && ctx.Err() == nil {
		b.report(b.Reader.Problem(Describe(kind, f.place.namespace, f.place.name), err))
	}
	if err == nil {
		b.seer.see(kind, obj)
	}
	f.done(obj, err)
}

func (b *builder) fetchList(ctx context.Context, key scopeKey, group []fetch) {
	kind := b.kinds.list[key.kind]
	wanted := make(map[string][]fetch, len(group))
	for _, f := range group {
		wanted[f.place.name] = append(wanted[f.place.name], f)
	}
	err := b.Reader.List(ctx, Scope{Kind: kind, Namespace: key.namespace}, func(obj *unstructured.Unstructured) {
		if obj.GetNamespace() != key.namespace {
			return
		}
		if len(wanted[obj.GetName()]) > 0 {
			b.seer.see(kind, obj)
		}
		for _, f := range wanted[obj.GetName()] {
			f.done(obj, nil)
		}
		delete(wanted, obj.GetName())
	})
	if err != nil && ctx.Err() == nil {
		problem := b.Reader.Problem(Describe(kind, key.namespace, ""), err)
		if problem.Reason == ReadFailed || problem.Reason == Undecodable {
			b.fetchEach(ctx, wanted)
			return
		}
		b.report(problem)
	}
	for name, fs := range wanted {
		missing := err
		if missing == nil {
			resource := schema.GroupResource{Group: kind.Group, Resource: kind.Resource}
			missing = apierrors.NewNotFound(resource, name)
		}
		for _, f := range fs {
			f.done(nil, missing)
		}
	}
}

// fetchEach reads one by one what a list did not bring: a single object can
// break the list of all.
func (b *builder) fetchEach(ctx context.Context, wanted map[string][]fetch) {
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		for _, f := range wanted[name] {
			b.fetchOne(ctx, f)
		}
	}
}

// each runs the jobs, some at a time, and returns the context's error if that
// ended before they did. Errors of their own stay in the jobs.
func (b *builder) each(ctx context.Context, jobs []func()) error {
	parallel := b.Parallel
	if parallel <= 0 {
		parallel = defaultParallel
	}
	slots := make(chan struct{}, parallel)
	var running sync.WaitGroup
	for _, job := range jobs {
		select {
		case <-ctx.Done():
			running.Wait()
			return ctx.Err()
		case slots <- struct{}{}:
		}
		running.Go(func() {
			defer func() { <-slots }()
			job()
		})
	}
	running.Wait()
	return ctx.Err()
}

// readWhole reads those of the objects whose metadata is not enough.
func (b *builder) readWhole(ctx context.Context, vs []*vertex) error {
	var fetches []fetch
	for _, v := range vs {
		if !b.wantsWhole(v) {
			continue
		}
		v.read = true
		if b.readBefore(v) {
			continue
		}
		fetches = append(fetches, fetch{v.place(), func(obj *unstructured.Unstructured, err error) {
			b.settleWhole(v, obj, err)
		}})
	}
	return b.fetchAll(ctx, fetches)
}

// readBefore settles a known object by what reading it by name has brought
// already, if that was done.
func (b *builder) readBefore(v *vertex) bool {
	o, ok := b.outcomes[v.place()]
	switch {
	case !ok:
		return false
	case apierrors.IsNotFound(o.err):
		v.vanish(Gone)
	case o.err != nil:
	case v.UID != "" && v.UID != o.v.UID:
		v.vanish(Recreated)
	default:
		v.takeOver(o.v)
	}
	return true
}

// takeOver takes from another vertex for the object what absorb had put there.
func (v *vertex) takeOver(whole *vertex) {
	v.Created, v.State, v.Since = whole.Created, whole.State, whole.Since
	v.Finalizers, v.Conditions = whole.Finalizers, whole.Conditions
	v.Disagreement, v.Note = whole.Disagreement, whole.Note
	v.owners, v.links, v.joins = whole.owners, whole.links, whole.joins
}

// settleWhole takes over what the newer reading of a known object says.
func (b *builder) settleWhole(v *vertex, obj *unstructured.Unstructured, err error) {
	switch {
	case apierrors.IsNotFound(err):
		v.vanish(Gone)
	case err != nil:
	case v.UID != "" && string(obj.GetUID()) != v.UID:
		v.vanish(Recreated)
	default:
		b.absorb(v, obj)
	}
}

// vanish notes that the object has gone since the scan showed it.
func (v *vertex) vanish(state State) {
	v.State = state
	v.Since = time.Time{}
	v.Finalizers = nil
}
