//go:build unix

package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Pool lends control planes, each to one borrower at a time, who finds it as new.
type Pool struct {
	// Prepare readies a control plane once, before it is lent for the first time.
	Prepare func(ctx context.Context, l *Lab) error
	// Progress is told what takes time, and what could not be taken back.
	Progress io.Writer

	ctx   context.Context
	slots *semaphore.Weighted // of each that may be lent or on its way back
	work  sync.WaitGroup

	mu   sync.Mutex
	idle []*Lab
}

// NewPool makes a pool that starts no more control planes than size, those of
// Extra not counted.
func NewPool(ctx context.Context, size int, progress io.Writer) *Pool {
	return &Pool{ctx: ctx, Progress: progress, slots: semaphore.NewWeighted(int64(size))}
}

// Borrow returns a control plane that nobody else uses.
func (p *Pool) Borrow() (*Lab, error) {
	if err := p.slots.Acquire(p.ctx, 1); err != nil {
		return nil, fmt.Errorf("waiting for a control plane: %w", err)
	}
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		l := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return l, nil
	}
	p.mu.Unlock()
	l, err := p.Extra()
	if err != nil {
		p.slots.Release(1)
	}
	return l, err
}

// Extra starts a control plane beside those of the pool. Who closes it is the
// caller.
func (p *Pool) Extra() (*Lab, error) {
	l, err := Start(p.ctx, p.Progress)
	if err != nil {
		return nil, err
	}
	if p.Prepare != nil {
		err = p.Prepare(p.ctx, l)
	}
	if err == nil {
		err = l.Remember(p.ctx)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Return takes a control plane back. One whose servers were stopped, or that
// cannot be taken back to how it was, is ended, and the next borrower gets another.
func (p *Pool) Return(l *Lab, disturbed bool) {
	p.work.Go(func() {
		defer p.slots.Release(1)
		if !disturbed {
			err := l.Reset(p.ctx)
			if err == nil {
				p.mu.Lock()
				defer p.mu.Unlock()
				p.idle = append(p.idle, l)
				return
			}
			if p.ctx.Err() == nil {
				fmt.Fprintf(p.Progress, "a control plane is replaced: %v\n", err)
			}
		}
		if err := l.Close(); err != nil {
			fmt.Fprintln(p.Progress, err)
		}
	})
}

// Close ends the control planes, all of which must have been returned.
func (p *Pool) Close() error {
	p.work.Wait()
	var all []error
	for _, l := range p.idle {
		all = append(all, l.Close())
	}
	return errors.Join(all...)
}
