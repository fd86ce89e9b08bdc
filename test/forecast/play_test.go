//go:build unix

package forecast_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
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
	// fates and unknown count what was predicted, and what was not known.
	fates, unknown int
}

// played numbers the worlds, so that each has names of its own.
var played struct {
	sync.Mutex
	n int
}

// each does something for every world, several at a time.
func each(worlds []*result, most int, do func(*result) error) {
	slots := make(chan struct{}, most)
	var running sync.WaitGroup
	for _, r := range worlds {
		if r.err != nil {
			continue
		}
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			r.err = do(r)
		})
	}
	running.Wait()
}

// play plays worlds beside each other: each is made, the act is predicted and then done,
// and what has come of it is compared once it has settled.
func (s *stage) play(ctx context.Context, t *testing.T, worlds []*world) []*result {
	t.Helper()
	var results []*result
	for _, w := range worlds {
		played.Lock()
		played.n++
		w.name = fmt.Sprintf("w%d", played.n)
		played.Unlock()
		results = append(results, &result{world: w})
	}
	known := s.catalogue(t, worlds)
	began := time.Now()
	lap := func(what string) {
		t.Logf("%s: %s", what, time.Since(began).Round(100*time.Millisecond))
	}
	each(results, 8, func(r *result) error { return s.make(ctx, r.world) })
	var own []trace.Kind
	var types []string
	for _, w := range worlds {
		for i := range w.Things {
			switch w.Things[i].Kind {
			case definition:
				own = append(own, w.defined(i))
				types = append(types, w.defined(i).Type())
			case holder:
				if err := s.hire(w.ref(i)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := s.lab.WaitForCollector(ctx, types...); err != nil {
		t.Fatal(err)
	}
	s.know(own...)
	lap("made")
	each(results, 8, func(r *result) error { return s.own(ctx, r.world) })
	each(results, 64, func(r *result) error { return s.settle(ctx, r.world, time.Second) })
	asked := map[*world]bool{}
	var mu sync.Mutex
	each(results, 8, func(r *result) error {
		before, err := s.askBefore(ctx, r.world)
		mu.Lock()
		defer mu.Unlock()
		asked[r.world] = before
		return err
	})
	each(results, 64, func(r *result) error {
		if !asked[r.world] {
			return nil
		}
		return s.settle(ctx, r.world, time.Second)
	})
	lap("settled")
	before := map[*world][]string{}
	for _, r := range results {
		before[r.world] = s.states(r.world)
	}
	each(results, 6, func(r *result) error {
		if err := s.predict(ctx, r, known); err != nil {
			return err
		}
		return s.act(ctx, r.world)
	})
	lap("predicted and done")
	each(results, 64, func(r *result) error { return s.settle(ctx, r.world, patience(r.world)) })
	lap("settled again")
	for _, r := range results {
		if r.err == nil {
			s.compare(r, before[r.world])
		}
	}
	each(results, 8, func(r *result) error { s.clean(ctx, r.world); return nil })
	s.forget(own...)
	return results
}

// patience is how long nothing may change before a world counts as settled: the namespace
// controller looks again within a second, that of definitions within five.
func patience(w *world) time.Duration {
	long := 1500 * time.Millisecond
	for i := range w.Things {
		switch w.Things[i].Kind {
		case space:
			long = max(long, 2500*time.Millisecond)
		case definition:
			long = max(long, 7*time.Second)
		}
	}
	return long
}

func (s *stage) settle(ctx context.Context, w *world, long time.Duration) error {
	began, probed := time.Now(), s.probed()
	for !s.quiet(w, long, began, probed) || s.pending(ctx, w) {
		if time.Since(began) > 3*time.Minute {
			return errors.New("it does not settle")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	return nil
}

// pending reports whether the controller of definitions has not come to one yet: each that
// hangs keeps one of its few workers for a minute.
func (s *stage) pending(ctx context.Context, w *world) bool {
	for i := range w.Things {
		if w.Things[i].Kind != definition || s.state(w.uids[i]) != "going" {
			continue
		}
		d, err := s.Get(ctx, definitions, "", w.ref(i).Name)
		if err != nil {
			return true
		}
		conditions, _, _ := unstructured.NestedSlice(d.Object, "status", "conditions")
		for _, c := range conditions {
			if fields, ok := c.(fields); ok && fields["type"] == "Terminating" && fields["reason"] == "InstanceDeletionPending" {
				return true
			}
		}
	}
	return false
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

// catalogue knows the holders of the worlds.
func (s *stage) catalogue(t *testing.T, worlds []*world) *catalogue.Catalogue {
	t.Helper()
	var text strings.Builder
	text.WriteString("project: Forecast\ncomponents:\n")
	component := func(name, namespace string) {
		fmt.Fprintf(&text, "- {name: %s, namespaces: [%s], workloads: [Deployment/%s]}\n", name, namespace, name)
	}
	component("keeper-alive", "keepers")
	component("keeper-dead", "keepers")
	for _, w := range worlds {
		for i := range w.Things {
			if w.Things[i].Kind == holder {
				component(w.called(i), w.ref(i).Namespace)
			}
		}
	}
	text.WriteString("finalizers:\n")
	entry := func(pattern, name string) {
		fmt.Fprintf(&text, "- {pattern: %s, component: %s, risk: low, confidence: high, loss: A line in a book, source: test}\n", pattern, name)
	}
	entry(alive, "keeper-alive")
	entry(dead, "keeper-dead")
	for _, w := range worlds {
		for i := range w.Things {
			if w.Things[i].Kind == holder {
				entry(w.mark(fmt.Sprint(ownMark, i)), w.called(i))
			}
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "forecast.yaml"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := catalogue.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	return c
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

func (s *stage) predict(ctx context.Context, r *result, known *catalogue.Catalogue) error {
	a, targets := r.world.intended()
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
	return nil
}

func (s *stage) act(ctx context.Context, w *world) error {
	for _, i := range w.Act.Targets {
		if w.Act.Off != nil {
			if err := s.takeOff(ctx, w, i); err != nil {
				return err
			}
			continue
		}
		if err := s.ask(ctx, w, i, w.Act.Cascade); err != nil && !strings.Contains(err.Error(), "admission webhook") && !strings.Contains(err.Error(), "failed calling webhook") {
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
				r.unknown++
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

// smaller are the worlds that have one thing less each.
func smaller(w *world) []*world {
	var out []*world
	try := func(change func(*world) bool) {
		c := w.copy()
		if change(c) {
			out = append(out, c)
		}
	}
	for i := range w.Things {
		try(func(c *world) bool { return c.without(i) })
		for j := range w.Things[i].Owners {
			try(func(c *world) bool {
				c.Things[i].Owners = slices.Delete(c.Things[i].Owners, j, j+1)
				return true
			})
			if w.Things[i].Owners[j].Block {
				try(func(c *world) bool {
					c.Things[i].Owners[j].Block = false
					return true
				})
			}
		}
		for j := range w.Things[i].Finalizers {
			try(func(c *world) bool {
				c.Things[i].Finalizers = slices.Delete(c.Things[i].Finalizers, j, j+1)
				return true
			})
		}
		if w.Things[i].Asked != "" && w.Act.Off == nil {
			try(func(c *world) bool { c.Things[i].Asked = ""; return true })
		}
	}
	if len(w.Act.Targets) > 1 {
		for i := range w.Act.Targets {
			try(func(c *world) bool {
				c.Act.Targets = slices.Delete(c.Act.Targets, i, i+1)
				return true
			})
		}
	}
	return out
}

func (w *world) copy() *world {
	c := &world{Seed: w.Seed, Act: w.Act}
	c.Act.Targets = slices.Clone(w.Act.Targets)
	for _, t := range w.Things {
		t.Owners, t.Finalizers = slices.Clone(t.Owners), slices.Clone(t.Finalizers)
		c.Things = append(c.Things, t)
	}
	return c
}

// without takes a thing out; it cannot where another needs it.
func (w *world) without(at int) bool {
	if slices.Contains(w.Act.Targets, at) {
		return false
	}
	mark := fmt.Sprint(ownMark, at)
	for i := range w.Things {
		t := &w.Things[i]
		if i != at && (t.In == at || t.Of == at || t.Volume == at || t.Claim == at || slices.Contains(t.Finalizers, mark)) {
			return false
		}
	}
	moved := func(n int) int {
		if n > at {
			return n - 1
		}
		return n
	}
	w.Things = slices.Delete(w.Things, at, at+1)
	for i := range w.Things {
		t := &w.Things[i]
		t.In, t.Of, t.Volume, t.Claim = moved(t.In), moved(t.Of), moved(t.Volume), moved(t.Claim)
		t.Owners = slices.DeleteFunc(t.Owners, func(o owner) bool { return o.To == at })
		for j := range t.Owners {
			t.Owners[j].To = moved(t.Owners[j].To)
		}
		for j, f := range t.Finalizers {
			if n, own := strings.CutPrefix(f, ownMark); own {
				var of int
				if _, err := fmt.Sscan(n, &of); err == nil {
					t.Finalizers[j] = fmt.Sprint(ownMark, moved(of))
				}
			}
		}
	}
	for i := range w.Act.Targets {
		w.Act.Targets[i] = moved(w.Act.Targets[i])
	}
	return true
}

// shrink looks for the smallest world that is still predicted wrongly.
func (s *stage) shrink(ctx context.Context, t *testing.T, r *result) *result {
	t.Helper()
	for range 12 {
		found := false
		for _, c := range s.play(ctx, t, smaller(r.world)) {
			if c.err == nil && len(c.wrong) > 0 {
				r, found = c, true
				break
			}
		}
		if !found {
			break
		}
	}
	return r
}
