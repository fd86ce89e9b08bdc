//go:build unix

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

const (
	// people have all rights by a role: those of the group system:masters, as the one who
	// fills the server is, are exempt from the server's fairness.
	people = "bench:people"
	// pause is how long the neighbour waits between two requests.
	pause = 20 * time.Millisecond
	// within is the share of a neighbour's requests that is judged by the slowest of them.
	within = 0.95
)

// fair measures what an ordinary person takes from another: whether the server has to
// refuse requests, which it does with those above a person's share, and how long somebody
// else waits meanwhile for one small object.
func (b *bench) fair(ctx context.Context, l *lab.Lab, f *filler, m *measured) (err error) {
	if err := f.stuck(ctx, fewNamespace, 1); err != nil {
		return err
	}
	if _, err := l.Run(ctx, "create", "clusterrolebinding", "bench-people", "--clusterrole=cluster-admin", "--group="+people); err != nil {
		return err
	}
	asking, err := l.User(filepath.Join(b.dir, "asking"), namespace, "asking", people)
	if err != nil {
		return err
	}
	beside, err := l.User(filepath.Join(b.dir, "beside"), namespace, "beside", people)
	if err != nil {
		return err
	}
	neighbour, err := newFiller(beside.Kubeconfig)
	if err != nil {
		return err
	}
	counted, err := l.Far(ctx, lab.Link{}, asking)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, counted.Close()) }()
	meter := meter{measure: b.meter.measure, kubeconfig: counted.Kubeconfig}
	everything := &subject{name: "why-stuck -A", argv: []string{b.path("kubectl-finalizers"), "why-stuck", "-A"}, exits: 3}
	fmt.Fprintf(b.report, "as an ordinary person, and what another one waits for a small object meanwhile\n")
	fmt.Fprintf(b.report, "%-28s %9s %9s %9s %9s %9s %9s\n", "", "requests", "refused", "median ms", "95% ms", "worst ms", "lost ms")
	cost := map[*subject]float64{}
	for _, s := range []*subject{m.object, everything, m.tree} {
		counted.Calls()
		waits, err := neighbour.meanwhile(ctx, func() error { return meter.again(ctx, s) })
		if err != nil {
			return err
		}
		calls := counted.Calls().All
		refused := refusals(calls)
		cost[s] = lost(waits) / roundsFar
		fmt.Fprintf(b.report, "%-28s %9d %9d %9.0f %9.0f %9.0f %9.0f\n", s.name, len(calls)/roundsFar, refused, at(waits, 0.5), at(waits, within), at(waits, 1), cost[s])
		if s != m.tree {
			b.report.atMost("refused by the server's fairness: "+s.name, float64(refused), 0)
		}
	}
	b.report.atMost("time that another person loses: "+m.object.name+" / "+treeName, cost[m.object]/cost[m.tree], lostToTree)
	b.report.atMost("time that another person loses: "+everything.name+" / "+treeName, cost[everything]/cost[m.tree], lostToTree)
	return nil
}

// again runs a program some times, whatever that costs.
func (m meter) again(ctx context.Context, s *subject) error {
	for range roundsFar {
		if _, err := m.run(ctx, s); err != nil {
			return fmt.Errorf("measuring %s as an ordinary person: %w", s.name, err)
		}
	}
	return nil
}

// refusals counts what the server was asked to answer and was too busy for.
func refusals(calls []lab.Call) int {
	refused := 0
	for _, c := range calls {
		if c.Code == http.StatusTooManyRequests {
			refused++
		}
	}
	return refused
}

// meanwhile asks for one small object again and again as long as something is done, and
// returns how many milliseconds each answer took.
func (f *filler) meanwhile(ctx context.Context, do func() error) (waits []float64, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var failed error
	var asking sync.WaitGroup
	asking.Go(func() {
		for ctx.Err() == nil {
			began := time.Now()
			if err := f.send(ctx, http.MethodGet, "/api/v1/namespaces/default", "", nil); err != nil {
				failed = err
				break
			}
			waits = append(waits, 1000*time.Since(began).Seconds())
			time.Sleep(pause)
		}
	})
	err = do()
	ended := ctx.Err()
	stop()
	asking.Wait()
	if errors.Is(failed, context.Canceled) && ended == nil {
		failed = nil // it was the last one, which nobody waited for
	}
	return waits, cmp.Or(err, failed)
}

// unnoticed is how many milliseconds a small object takes at the most where nobody else asks.
const unnoticed = 10

// lost is how long somebody waited in all for what would have come at once: a program that is
// done soon makes few requests wait, and each of them until it is done; one that takes its time,
// many a little.
func lost(waits []float64) (all float64) {
	for _, w := range waits {
		all += max(0, w-unnoticed)
	}
	return all
}

// at is the least of some numbers than which so large a share is not larger.
func at(numbers []float64, share float64) float64 {
	if len(numbers) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(numbers))
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}
