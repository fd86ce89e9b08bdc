package diagnose_test

import (
	"context"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// sweeping counts how often many lists are read at once.
type sweeping struct {
	explain.Reader
	sweeps *atomic.Int32
}

func (s *sweeping) Scan(ctx context.Context, scopes []trace.Scope, want trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	if len(scopes) > 1 {
		s.sweeps.Add(1)
	}
	return s.Reader.Scan(ctx, scopes, want, visit)
}

// TestAllScanned gets the same answer to every case from what the trace has listed as from
// listing everything once more, and then lists nothing more.
func TestAllScanned(t *testing.T) {
	known := builtIn(t)
	var saved atomic.Int32
	t.Cleanup(func() {
		if saved.Load() < 20 {
			t.Errorf("only %d cases were spared a list of everything", saved.Load())
		}
	})
	eachCase(t, func(name string, c whyCase) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var before, after atomic.Int32
			c.everything = true
			c.reader = func(r explain.Reader) explain.Reader { return &sweeping{r, &before} }
			want, err := c.run(t.Context(), known)
			if err != nil {
				t.Fatal(err)
			}
			c.listed = true
			c.reader = func(r explain.Reader) explain.Reader { return &sweeping{r, &after} }
			got, err := c.run(t.Context(), known)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
				t.Errorf("from what was listed (-not +so):\n%s", diff)
			}
			if after.Load() < before.Load() {
				saved.Add(1)
			}
		})
	})
}
