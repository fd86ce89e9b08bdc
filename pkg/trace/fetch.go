package trace

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// defaultParallel is what Tracer.Parallel is when it is zero.
const defaultParallel = 64

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
	bundles, single := b.bundle(fetches)
	var mu sync.Mutex
	var left []fetch
	jobs := b.fetchEach(ctx, single)
	for _, bd := range bundles {
		jobs = append(jobs, func() {
			missed := b.fetchList(ctx, bd)
			mu.Lock()
			defer mu.Unlock()
			left = append(left, missed...)
		})
	}
	if err := b.each(ctx, jobs); err != nil {
		return err
	}
	return b.each(ctx, b.fetchEach(ctx, left))
}

func (b *builder) fetchEach(ctx context.Context, fetches []fetch) []func() {
	jobs := make([]func(), len(fetches))
	for i, f := range fetches {
		jobs[i] = func() { b.fetchOne(ctx, f) }
	}
	return jobs
}

func (b *builder) fetchOne(ctx context.Context, f fetch) {
	kind := b.kinds.list[f.place.kind]
	obj, err := b.Reader.Get(ctx, kind, f.place.namespace, f.place.name)
	if err != nil && !apierrors.IsNotFound(err) && ctx.Err() == nil {
		b.report(b.Reader.Problem(PartOf(kind, f.place.namespace, f.place.name), err))
	}
	if err == nil {
		b.seen.see(kind, obj)
	}
	f.done(obj, err)
}

// each runs the jobs, some at a time, and returns the context's error if that
// ended before they did. Errors of their own stay in the jobs.
func (b *builder) each(ctx context.Context, jobs []func()) error {
	parallel := b.Parallel
	if parallel <= 0 {
		parallel = defaultParallel
	}
	var running errgroup.Group
	running.SetLimit(parallel)
	for _, job := range jobs {
		if ctx.Err() != nil {
			break
		}
		running.Go(func() error { job(); return nil })
	}
	_ = running.Wait() // a job keeps its error
	return ctx.Err()
}

// together does several things at a time, and returns the error of one that failed.
func together(jobs ...func() error) error {
	var running errgroup.Group
	for _, job := range jobs {
		running.Go(job)
	}
	return running.Wait()
}

// readAhead reads objects that references lead to and that nothing is known of, so that
// resolving these need not wait for it. Its error is the context's.
func (b *builder) readAhead(ctx context.Context, refs []reference) error {
	var fetches []fetch
	asked := map[place]bool{}
	for i := range refs {
		at, ok := b.locateByName(&refs[i])
		if !ok || asked[at] || b.met(&refs[i], at) {
			continue
		}
		asked[at] = true
		fetches = append(fetches, b.fetchOutcome(at))
	}
	return b.fetchAll(ctx, fetches)
}

// met reports whether resolving a reference to a place takes no reading.
func (b *builder) met(ref *reference, at place) bool {
	if _, read := b.outcomes[at]; read || b.byPlace[at] != nil {
		return true
	}
	if ref.uid == "" {
		return false
	}
	key := b.store.Key([]byte(ref.uid))
	if v, ok := b.vertices[key]; ok && !v.dangling {
		return true
	}
	record, ok := b.store.Find(key)
	return ok && b.store.Named(record)
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
	v.Disagreement, v.Bygone, v.Note = whole.Disagreement, whole.Bygone, whole.Note
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
