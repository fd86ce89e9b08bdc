//go:build unix

package forecast_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// result is what came of one world.
type result struct {
	world    *world
	forecast *preflight.Forecast
	// wrong are the mismatches, err what kept it from being played.
	wrong []string
	err   error
	// fates counts what was predicted, and unknown is what was not known.
	fates   int
	unknown []string
}

// played numbers the worlds, so that each has names of its own.
var played struct {
	sync.Mutex
	n int
}

// limits bound what is done at a time for all worlds: making and deleting is work for the
// server, and so is a prediction; waiting is none.
type limits struct{ making, predicting *semaphore.Weighted }

func newLimits() limits { return limits{semaphore.NewWeighted(8), semaphore.NewWeighted(6)} }

// within does something when it is its turn.
func within(ctx context.Context, slots *semaphore.Weighted, do func() error) error {
	if err := slots.Acquire(ctx, 1); err != nil {
		return err
	}
	defer slots.Release(1)
	return do()
}

// play plays worlds beside each other.
func (s *stage) play(ctx context.Context, t *testing.T, worlds []*world) []*result {
	t.Helper()
	results := make([]*result, len(worlds))
	var running errgroup.Group
	running.SetLimit(atOnce)
	for i, w := range worlds {
		played.Lock()
		played.n++
		w.name = fmt.Sprintf("w%d", played.n)
		played.Unlock()
		results[i] = &result{world: w}
		running.Go(func() error {
			results[i].err = s.playOne(ctx, results[i])
			return nil
		})
	}
	_ = running.Wait() // each keeps its own error
	return results
}

// playOne makes a world, predicts the act and does it, and compares what has come of it once
// it has settled.
func (s *stage) playOne(ctx context.Context, r *result) error {
	w := r.world
	known, err := w.known()
	if err != nil {
		return err
	}
	if err := within(ctx, s.limits.making, func() error { return s.make(ctx, w) }); err != nil {
		return err
	}
	own, types := []trace.Kind{}, []string{}
	for i := range w.Things {
		switch w.Things[i].Kind {
		case definition:
			own, types = append(own, w.defined(i)), append(types, w.defined(i).Type())
		case holder:
			if err := s.hire(w.ref(i)); err != nil {
				return err
			}
		}
	}
	if err := s.lab.WaitForCollector(ctx, types...); err != nil {
		return err
	}
	s.know(own...)
	defer s.forget(own...)
	defer s.clean(ctx, w)
	if err := within(ctx, s.limits.making, func() error { return s.own(ctx, w) }); err != nil {
		return err
	}
	if err := s.settle(ctx, w); err != nil {
		return err
	}
	if asked, err := s.askBefore(ctx, w); err != nil {
		return err
	} else if asked {
		if err := s.settle(ctx, w); err != nil {
			return err
		}
	}
	before := s.states(w)
	if err := within(ctx, s.limits.predicting, func() error { return s.predict(ctx, r, known) }); err != nil {
		return err
	}
	if err := within(ctx, s.limits.making, func() error { return s.act(ctx, w) }); err != nil {
		return err
	}
	if err := s.settle(ctx, w); err != nil {
		return err
	}
	s.compare(r, before)
	return nil
}

// clean lets go what a world has left hanging, so that nothing is busy with it any more.
func (s *stage) clean(ctx context.Context, w *world) {
	for i := range w.Things {
		if s.state(w.uids[i]) != "going" {
			continue
		}
		ref := w.ref(i)
		// What cannot be let go stays: the next worlds have names of their own.
		_, _ = s.Patch(ctx, w.kind(i), ref.Namespace, ref.Name, "", types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`))
	}
}

func (s *stage) states(w *world) []string {
	out := make([]string, len(w.Things))
	for i := range w.Things {
		out[i] = s.state(w.uids[i])
	}
	return out
}

// intended is the act of a world as the engine knows it, and what it is done to.
func (w *world) intended() (preflight.Act, []trace.Target) {
	a := preflight.Act{Verb: preflight.Delete, Cascade: preflight.Cascade(w.Act.Cascade)}
	if w.Act.Off != nil {
		a.Verb, a.Finalizers = preflight.Release, w.Act.Off
	}
	var targets []trace.Target
	for _, i := range w.Act.Targets {
		ref := w.ref(i)
		a.Objects = append(a.Objects, ref)
		targets = append(targets, trace.Target{Kind: w.kind(i), Namespace: ref.Namespace, Name: ref.Name})
	}
	return a, targets
}

// predict asks the engine. Other worlds come and go meanwhile, with their kinds: what could
// not be read for that is read again.
func (s *stage) predict(ctx context.Context, r *result, known *catalogue.Catalogue) error {
	a, targets := r.world.intended()
	for try := 0; ; try++ {
		surveyor := &preflight.Surveyor{Reader: s.Cluster, Server: s.Cluster, Catalogue: known, Now: time.Now()}
		situation, err := surveyor.Survey(ctx, targets, a)
		if situation == nil {
			if _, gone := errors.AsType[*trace.AskError](err); gone {
				r.forecast = &preflight.Forecast{}
				return nil // the collector has taken all that was to be deleted
			}
			return err
		}
		r.forecast = preflight.Foresee(situation, a)
		if try == 2 || !slices.ContainsFunc(r.forecast.Incomplete, func(p trace.Problem) bool { return p.About.Resource == "gears" }) {
			return nil
		}
	}
}

func (s *stage) act(ctx context.Context, w *world) error {
	for _, i := range w.Act.Targets {
		if w.Act.Off != nil {
			if err := s.takeOff(ctx, w, i); err != nil {
				return err
			}
			continue
		}
		if err := s.ask(ctx, w, i, w.Act.Cascade); err != nil {
			return err
		}
	}
	return nil
}

// compare holds what was predicted against what is.
func (s *stage) compare(r *result, before []string) {
	w := r.world
	fates := map[string]*preflight.Fate{}
	for i := range r.forecast.Fates {
		fates[r.forecast.Fates[i].UID] = &r.forecast.Fates[i]
	}
	for i, now := range s.states(w) {
		if before[i] == "gone" {
			continue
		}
		want, why := before[i], "it is not reached"
		if f := fates[w.uids[i]]; f != nil {
			r.fates++
			why = string(f.Outcome) + " " + string(f.Why) + ": " + f.Because
			switch f.Outcome {
			case preflight.Goes, preflight.GoesAfter:
				want = "gone"
			case preflight.Hangs:
				want = "going"
			case preflight.NotKnown:
				r.unknown = append(r.unknown, fmt.Sprintf("t%d (%s) is %s, and is not known (%s)", i, w.Things[i].Kind, now, why))
				continue
			case preflight.Refused, preflight.Stays:
				want = "there"
			}
		}
		if now != want {
			r.wrong = append(r.wrong, fmt.Sprintf("t%d (%s) is %s, and should be %s (%s)", i, w.Things[i].Kind, now, want, why))
		}
	}
}
