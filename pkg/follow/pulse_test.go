package follow

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// A server that is gone is told of within two seconds, whether it refuses or hangs, and
// also while a reading does; that it is back, once, and then it is read at once.
func TestFollowerNoticesThatTheServerIsGone(t *testing.T) {
	catalogue, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, hangs := range map[string]bool{"refuses": false, "hangs": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				gone := time.Now().Add(10*time.Second + 100*time.Millisecond)
				back := gone.Add(20 * time.Second)
				ends := back.Add(10 * time.Second)
				answers := func(ctx context.Context) error {
					if now := time.Now(); now.Before(gone) || now.After(back) {
						return nil
					}
					if hangs {
						select {
						case <-ctx.Done():
						case <-time.After(time.Minute):
						}
					}
					return errors.New("no answer")
				}
				var read, silent, again time.Time
				var events []Event
				f := Follower{
					Targets: []trace.Target{{Kind: configMaps, Namespace: "shop", Name: "a"}}, Catalogue: catalogue, Now: time.Now,
					Open: func(ctx context.Context) (explain.Reader, time.Time, error) {
						if err := answers(ctx); err != nil {
							return nil, time.Time{}, err
						}
						read = time.Now()
						return &server{object: held()}, readAt, nil
					},
					Ping: answers,
					Show: func(e []Event, _ *State) error {
						for _, e := range e {
							if e.Type == Silent {
								silent = e.Time
							}
							if e.Type == Answers {
								again, read = e.Time, time.Time{}
							}
						}
						events = append(events, e...)
						return nil
					},
				}
				if err := f.Begin(t.Context()); err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithDeadline(t.Context(), ends)
				defer cancel()
				if _, err := f.Run(ctx); err != nil {
					t.Error(err)
				}
				if late := silent.Sub(gone); late < 0 || late > 2*time.Second {
					t.Errorf("it is noticed %s after it was gone", late)
				}
				if late := again.Sub(back); late < 0 || late > 2*time.Second {
					t.Errorf("it is noticed %s after it was back", late)
				}
				if read.IsZero() {
					t.Error("it is not read again")
				}
				expect(t, "events", told(events), "Began, Changed a, Silent, Answers, Summary")
			})
		})
	}
}
