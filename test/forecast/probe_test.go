//go:build unix

package forecast_test

import (
	"context"
	"sync"
	"time"
)

// probe gives a controller something new to do, again and again, as long as somebody wants
// to know that it comes round.
type probe struct {
	once func(ctx context.Context, n int) error

	mu            sync.Mutex
	rounds, wants int
}

// want says that somebody waits, and returns how often the controller has come round.
func (p *probe) want() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wants++
	return p.rounds
}

func (p *probe) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wants--
}

func (p *probe) through() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rounds
}

func (p *probe) wanted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.wants > 0
}

// run goes on until the context ends. What fails is tried again.
func (p *probe) run(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		if p.wanted() && p.once(ctx, n) == nil {
			p.mu.Lock()
			p.rounds++
			p.mu.Unlock()
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
}
