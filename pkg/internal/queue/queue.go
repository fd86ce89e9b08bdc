// Package queue lets so many through at a time, and nobody be held up for good by one who
// stays inside.
package queue

import (
	"context"
	"sync"
	"time"
)

// Queue lets so many through at a time. Whoever stays inside for longer than the patience
// counts no more, so that nobody holds up the others: this is why no errgroup will do.
type Queue struct {
	places   chan struct{}
	patience time.Duration
}

// New makes a queue of so many places.
func New(places int, patience time.Duration) *Queue {
	return &Queue{make(chan struct{}, places), patience}
}

// Enter waits for a place, and returns what gives it back. It fails with the context.
func (q *Queue) Enter(ctx context.Context) (leave func(), err error) {
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
