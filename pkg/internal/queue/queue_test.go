package queue_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/queue"
)

// Who is inside for longer than the patience keeps nobody out; who left keeps no place, and
// gives none back twice.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(1, time.Minute)
		leave, err := q.Enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		leave()
		leave()
		began := time.Now()
		for i, want := range []time.Duration{0, time.Minute, 2 * time.Minute} {
			stay, err := q.Enter(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer stay()
			if waited := time.Since(began); waited != want {
				t.Errorf("entry %d after %s, want %s", i, waited, want)
			}
		}
	})
}

// Who waits and is no longer wanted is told why.
func TestQueueEnds(t *testing.T) {
	q := queue.New(1, time.Hour)
	leave, err := q.Enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := q.Enter(ctx); !errors.Is(err, why) {
		t.Errorf("entered, or failed with %v", err)
	}
}
