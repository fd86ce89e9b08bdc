package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// silent is a cluster that answers no first list but those of its readable kind. It has no
// other methods.
type silent struct {
	Cluster
	mu       sync.Mutex
	kinds    []trace.Kind
	readable string
}

// serve adds a kind.
func (s *silent) serve(kind trace.Kind) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kinds = append(s.kinds, kind)
}

func (s *silent) Kinds(context.Context) ([]trace.Kind, []trace.Problem, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.kinds), nil, nil
}

func (s *silent) Follow(ctx context.Context, kind trace.Kind, to trace.Ledger) error {
	if kind.Resource == s.readable {
		to.Replace(nil)
	}
	<-ctx.Done()
	return ctx.Err()
}

// TestSilentListsHoldUpNobody has more lists without an answer than may begin at a time: all
// kinds are begun, and the server is asked again which there are.
func TestSilentListsHoldUpNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &silent{readable: "claims"}
		for i := range 2*startingAtOnce + 1 {
			c.kinds = append(c.kinds, trace.Kind{Kind: "Toy", Resource: fmt.Sprintf("toys%d", i), Version: "v1", Listable: true})
		}
		w := New(Options{Cluster: c, Now: time.Now, Log: slog.New(slog.DiscardHandler)}).watching
		ctx, end := context.WithCancelCause(t.Context())
		defer end(nil)
		ended := make(chan error)
		go func() { ended <- w.run(ctx) }()
		time.Sleep(surveyEvery / 2)
		if n, _ := w.state(); n != len(c.kinds) {
			t.Errorf("%d of %d kinds are followed", n, len(c.kinds))
		}
		c.serve(claims)
		time.Sleep(surveyEvery)
		if n, _ := w.state(); n != len(c.kinds) {
			t.Errorf("%d of %d kinds are followed after another look", n, len(c.kinds))
		}
		end(errors.New("enough"))
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
