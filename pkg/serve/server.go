package serve

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Cluster is what is watched and judged. It is safe for concurrent use.
type Cluster interface {
	explain.Reader
	explain.LogReader

	// Follow tells the ledger what is being deleted of a kind until the context ends.
	// It returns before that where the kind cannot be watched.
	Follow(ctx context.Context, kind trace.Kind, to trace.Ledger) error
}

// Server watches one cluster. Set the exported fields, make it with New, and call Run once.
type Server struct {
	options  Options
	account  *account
	watching *watching
	judge    *judge
	counted  *counters
}

// Options are what a Server works with. Those without a word on it must be set.
type Options struct {
	Cluster   Cluster
	Catalogue *catalogue.Catalogue
	// After is how long an object has been going before it is judged, and Again how long
	// a judgement stands where nothing changes; zero is five minutes each.
	After, Again time.Duration
	// Logs has the logs of holders read where nothing else tells why.
	Logs bool
	// MostSeries bounds the series of what is being deleted; zero is 2000.
	MostSeries int
	// Version is told in a metric.
	Version string
	Now     func() time.Time
	Log     *slog.Logger
}

const (
	defaultAfter      = 5 * time.Minute
	defaultAgain      = 5 * time.Minute
	defaultMostSeries = 2000
)

// New prepares a Server, which asks nothing yet.
func New(o Options) *Server {
	if o.After <= 0 {
		o.After = defaultAfter
	}
	if o.Again <= 0 {
		o.Again = defaultAgain
	}
	if o.MostSeries <= 0 {
		o.MostSeries = defaultMostSeries
	}
	counted := newCounters(o.Version)
	s := &Server{options: o, counted: counted, account: newAccount()}
	s.watching = &watching{
		cluster: o.Cluster, account: s.account, counted: counted, log: o.Log, now: o.Now,
		running: map[kindID]*following{}, stale: make(chan struct{}, 1),
	}
	s.judge = &judge{
		cluster: o.Cluster, catalogue: o.Catalogue, account: s.account, counted: counted, log: o.Log, now: o.Now,
		after: o.After, again: o.Again, logs: o.Logs,
	}
	return s
}

// Run watches and judges until the context ends.
func (s *Server) Run(ctx context.Context) error {
	var running errgroup.Group
	running.Go(func() error { return s.watching.run(ctx) })
	running.Go(func() error { return s.judge.run(ctx) })
	return running.Wait()
}
