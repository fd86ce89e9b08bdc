package fleet

import (
	"context"
	"sync"
	"time"
)

// queue lets so many through at a time. Whoever stays inside for longer than the patience
// counts no more, so that nobody holds up the others.
type queue struct {
	places   chan struct{}
	patience time.Duration
}

func newQueue(places int, patience time.Duration) *queue {
	return &queue{make(chan struct{}, places), patience}
}

// enter waits for a place, and returns what gives it back. It fails with the context.
func (q *queue) enter(ctx context.Context) (leave func(), err error) {
	select {
	case q.places <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	back := sync.OnceFunc(func() { <-q.places })
	late := time.AfterFunc(q.patience, back)
	return func() {
		late.Stop()
		back()
	}, nil
}
