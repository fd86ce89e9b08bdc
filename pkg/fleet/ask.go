package fleet

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/queue"
)

// Limits bound what is asked at once.
type Limits struct {
	// AtOnce is how many clusters that have answered are worked for at a time; zero is
	// eight.
	AtOnce int
	// Each is how long a cluster may take until it answers at all, and then for its
	// answer. That it waits for others is not counted. Zero is without end.
	Each time.Duration
}

// LateError says that a cluster took longer than it may.
type LateError struct{ Limit time.Duration }

func (e *LateError) Error() string { return fmt.Sprintf("no answer within %s", e.Limit) }

const (
	// approaching is how many clusters that have not answered yet are asked at a time, and
	// approachPatience when one that does not answer stops to count.
	approaching      = 32
	approachPatience = 2 * time.Second
	// defaultAtOnce is for a cluster what memory and processor bound: its whole answer is
	// held. One that takes longer than workPatience is slow itself, and counts no more.
	defaultAtOnce = 8
	workPatience  = 10 * time.Second
)

// Asking asks one cluster for its answer. It calls enter once the cluster has answered and
// before it asks for much, and returns with its error. It may be left alone once its
// context has ended.
type Asking[T any] func(ctx context.Context, cluster *Cluster, enter func() error) (*T, []error)

// Ask asks all clusters at once, and returns an answer for each, in their order. It waits for
// none longer than the limits say, and for none once the context has ended: such a cluster
// has no answer and an error that says so. Ended is told of each that has ended; nil is
// nobody.
func Ask[T any](ctx context.Context, clusters []Cluster, limits Limits, ended func(cluster int, answered bool), ask Asking[T]) []Answer[T] {
	if limits.AtOnce <= 0 {
		limits.AtOnce = defaultAtOnce
	}
	approach, work := queue.New(approaching, approachPatience), queue.New(limits.AtOnce, workPatience)
	answers := make([]Answer[T], len(clusters))
	var all sync.WaitGroup
	for i := range clusters {
		all.Go(func() {
			answers[i].Cluster = clusters[i]
			if leave, err := approach.Enter(ctx); err != nil {
				answers[i].Errs = []error{err}
			} else {
				v := &visit{limit: limits.Each, work: work, leave: leave}
				answers[i].Value, answers[i].Errs = attend(ctx, v, &clusters[i], ask)
			}
			if ended != nil {
				ended(i, answers[i].Value != nil)
			}
		})
	}
	all.Wait()
	return answers
}

// attend waits for one cluster. It does not wait for what does not heed its context, such as
// a program that fetches credentials.
func attend[T any](ctx context.Context, v *visit, cluster *Cluster, ask Asking[T]) (*T, []error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	v.begin(ctx, func() { cancel(&LateError{v.limit}) })
	defer v.end()
	type outcome struct {
		value *T
		errs  []error
	}
	done := make(chan outcome, 1)
	go func() {
		value, errs := ask(ctx, cluster, v.enter)
		done <- outcome{value, errs}
	}()
	select {
	case o := <-done:
		if cause := context.Cause(ctx); cause != nil && len(o.errs) > 0 {
			return nil, []error{cause} // its errors are those of having been stopped
		}
		return o.value, o.errs
	case <-ctx.Done():
		return nil, []error{context.Cause(ctx)}
	}
}

// visit is one cluster that is being asked: it has a place among those that have not answered
// yet, and then one among those that are worked for.
type visit struct {
	limit time.Duration
	work  *queue.Queue
	ctx   context.Context
	clock *time.Timer // nil without a limit

	mu    sync.Mutex
	leave func() // gives back the place that it has
}

// begin starts the time that the visit may take.
func (v *visit) begin(ctx context.Context, late func()) {
	v.ctx = ctx
	if v.limit > 0 {
		v.clock = time.AfterFunc(v.limit, late)
	}
}

// enter goes from the first place to the second. A second time it takes no other.
func (v *visit) enter() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.ctx.Err() != nil {
		return context.Cause(v.ctx)
	}
	v.leave()
	v.leave = func() {}
	if v.clock != nil {
		v.clock.Stop()
	}
	leave, err := v.work.Enter(v.ctx)
	if err != nil {
		return err
	}
	v.leave = leave
	if v.clock != nil {
		v.clock.Reset(v.limit)
	}
	return nil
}

// end gives back the place that it has.
func (v *visit) end() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.clock != nil {
		v.clock.Stop()
	}
	v.leave()
	v.leave = func() {}
}
