package sight

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// scanned is a cluster of one object, which notes what is wanted of it.
type scanned struct {
	explain.Reader
	mu    sync.Mutex
	wants []trace.Want
}

func (s *scanned) Scan(_ context.Context, scopes []trace.Scope, want trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	s.mu.Lock()
	s.wants = append(s.wants, want)
	s.mu.Unlock()
	time.Sleep(time.Second)
	visit(scopes[0].Kind, &trace.Row{Name: []byte("one")})
	return []trace.Problem{{Message: "unread"}}
}

// TestSweep reads everything once for those who want it at the same time, and again for
// who comes later.
func TestSweep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scanned{}
		w := &View{Reader: s, Kinds: []trace.Kind{{Version: "v1", Kind: "Pod", Resource: "pods", Listable: true}}}
		var asking sync.WaitGroup
		ask := func(want trace.Want) {
			asking.Go(func() {
				seen := 0
				problems := w.Sweep(t.Context(), want, func(trace.Kind, *trace.Row) { seen++ })
				if seen != 1 || len(problems) != 1 {
					t.Errorf("%d were seen, problems %v", seen, problems)
				}
			})
		}
		ask(trace.Want{Labels: []string{"a"}})
		ask(trace.Want{Labels: []string{"a", "b"}})
		ask(trace.Want{Annotations: []string{"c"}})
		time.Sleep(500 * time.Millisecond)
		ask(trace.Want{Labels: []string{"d"}})
		asking.Wait()
		if len(s.wants) != 2 {
			t.Fatalf("everything was read %d times", len(s.wants))
		}
		slices.Sort(s.wants[0].Labels)
		if first := s.wants[0]; !slices.Equal(first.Labels, []string{"a", "b"}) || !slices.Equal(first.Annotations, []string{"c"}) {
			t.Errorf("wanted were %v", first)
		}
	})
}
