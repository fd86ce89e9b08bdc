package sight

import (
	"context"
	"slices"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// gathering is how long a sweep waits for others who want one as well: each judges another
// object, and all of them began together.
const gathering = 10 * time.Millisecond

// sweep is one reading of the metadata of everything there is, for all who want it.
type sweep struct {
	want     trace.Want
	visits   []func(trace.Kind, *trace.Row)
	begun    bool
	done     chan struct{}
	problems []trace.Problem
}

// Sweep reads the metadata of everything there is, for several who want it at the same time
// once. A row has what any of them wants.
func (w *View) Sweep(ctx context.Context, want trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	if w.Ahead {
		return w.Reader.Scan(ctx, w.Everything(), want, visit)
	}
	w.mu.Lock()
	s := w.sweep
	first := s == nil || s.begun
	if first {
		s = &sweep{done: make(chan struct{})}
		w.sweep = s
	}
	s.want.Labels = union(s.want.Labels, want.Labels)
	s.want.Annotations = union(s.want.Annotations, want.Annotations)
	s.visits = append(s.visits, visit)
	w.mu.Unlock()
	if !first {
		<-s.done // whoever began it ends with the same diagnosis
		return s.problems
	}
	time.Sleep(gathering)
	w.mu.Lock()
	s.begun = true
	w.mu.Unlock()
	s.problems = w.Reader.Scan(ctx, w.Everything(), s.want, func(k trace.Kind, row *trace.Row) {
		for _, visit := range s.visits {
			visit(k, row)
		}
	})
	close(s.done)
	return s.problems
}

// Listed reports whether all of some lists was read for the graph, so that Scanned knows it.
func (w *View) Listed(scopes []trace.Scope) bool {
	return w.Scanned != nil && !slices.ContainsFunc(scopes, func(s trace.Scope) bool { return !w.Scanned.Covers(s.Kind, s.Namespace) })
}

func union(a, b []string) []string {
	for _, one := range b {
		if !slices.Contains(a, one) {
			a = append(a, one)
		}
	}
	return a
}
