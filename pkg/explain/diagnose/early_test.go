package diagnose_test

import (
	"context"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// distant is a server some way off, which counts how often it was waited for in a row: all
// that is asked before the first of it is answered counts once.
type distant struct {
	explain.Reader
	away time.Duration

	mu    sync.Mutex
	asked int
	turns int
	until time.Time
}

func always() bool { return true }

func never() bool { return false }

func (s *distant) travel() {
	s.mu.Lock()
	s.asked++
	if now := time.Now(); now.After(s.until) {
		s.turns++
		s.until = now.Add(s.away)
	}
	s.mu.Unlock()
	time.Sleep(s.away)
}

func (s *distant) Get(ctx context.Context, k trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	s.travel()
	return s.Reader.Get(ctx, k, namespace, name)
}

func (s *distant) List(ctx context.Context, scope trace.Scope, visit func(*unstructured.Unstructured)) error {
	s.travel()
	return s.Reader.List(ctx, scope, visit)
}

func (s *distant) Scan(ctx context.Context, scopes []trace.Scope, want trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	s.travel()
	return s.Reader.Scan(ctx, scopes, want, visit)
}

func (s *distant) Allowed(ctx context.Context, who explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	s.travel()
	return s.Reader.Allowed(ctx, who, what)
}

// TestAllAskedAhead gets the same answer to every case from a server some way off, asked ahead or
// not.
func TestAllAskedAhead(t *testing.T) {
	known := builtIn(t)
	eachCase(t, func(name string, c whyCase) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := c.answered(t)
			c.early = always
			c.reader = func(r explain.Reader) explain.Reader { return &distant{Reader: r, away: time.Millisecond} }
			got, err := c.run(t.Context(), known)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
				t.Errorf("asked ahead (-not +so):\n%s", diff)
			}
		})
	})
}

// TestEarlyInARow waits for a far server much less often where it asks ahead.
func TestEarlyInARow(t *testing.T) {
	const away = 40 * time.Millisecond
	known := builtIn(t)
	turns := func(c whyCase, early func() bool) int {
		var s *distant
		c.early = early
		c.reader = func(r explain.Reader) explain.Reader {
			s = &distant{Reader: r, away: away}
			return s
		}
		if _, err := c.run(t.Context(), known); err != nil {
			t.Fatal(err)
		}
		return s.turns
	}
	tested := false
	eachCase(t, func(name string, c whyCase) {
		if name != "HolderScaledDown/positive.yaml" {
			return
		}
		tested = true
		one, other := turns(c, nil), turns(c, always)
		t.Logf("%d turns, and %d where it asks ahead", one, other)
		if other > 6 || other >= one {
			t.Errorf("asking ahead takes %d turns and not asking ahead %d", other, one)
		}
	})
	if !tested {
		t.Error("there is no such case")
	}
}

// TestEarlyNear asks nothing ahead, and nobody but the server, where that is near.
func TestEarlyNear(t *testing.T) {
	known := builtIn(t)
	asked := func(c whyCase, early func() bool) int {
		var s *distant
		c.early = early
		c.reader = func(r explain.Reader) explain.Reader {
			s = &distant{Reader: r, away: 5 * time.Millisecond}
			return s
		}
		if _, err := c.run(t.Context(), known); err != nil {
			t.Fatal(err)
		}
		return s.asked
	}
	tested := false
	eachCase(t, func(name string, c whyCase) {
		if name != "HolderScaledDown/positive.yaml" {
			return
		}
		tested = true
		if as, near := asked(c, nil), asked(c, never); near != as {
			t.Errorf("%d questions, and near by %d", as, near)
		}
	})
	if !tested {
		t.Error("there is no such case")
	}
}
