package follow

import (
	"context"
	"sync"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// logs reads a log again only when the last reading of it is as old as a judgement
// may be.
type logs struct {
	from explain.LogReader
	now  func() time.Time

	mu   sync.Mutex
	read map[explain.LogOf]readLog
}

type readLog struct {
	explain.Log
	at time.Time
}

// Log implements explain.LogReader. An error is not remembered.
func (l *logs) Log(ctx context.Context, of explain.LogOf) (explain.Log, error) {
	id := of
	id.Since = time.Time{}
	l.mu.Lock()
	known, ok := l.read[id]
	l.mu.Unlock()
	if ok && l.now().Sub(known.at) < judgedFor {
		return known.Log, nil
	}
	log, err := l.from.Log(ctx, of)
	if err != nil {
		return log, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.read[id] = readLog{log, l.now()}
	return log, nil
}
