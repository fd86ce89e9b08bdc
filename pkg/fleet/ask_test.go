package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const minute = time.Minute

// came are the answers in words.
func came(answers []Answer[string]) []string {
	var out []string
	for _, a := range answers {
		text := a.Name() + ":"
		if a.Value != nil {
			text += " " + *a.Value
		}
		for _, err := range a.Errs {
			text += " (" + err.Error() + ")"
		}
		out = append(out, text)
	}
	return out
}

// One that is broken, one that hangs and heeds nothing, and one that hangs half-way hold up
// nobody, and none of them takes longer than it may.
func TestAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		took := map[string]time.Duration{}
		var mu sync.Mutex
		clusters := named("healthy", "broken", "deaf", "frozen", "partly", "slow")
		ended := func(i int, _ bool) {
			mu.Lock()
			defer mu.Unlock()
			took[clusters[i].Name()] = time.Since(began)
		}
		never := make(chan struct{})
		answers := Ask(t.Context(), clusters, Limits{Each: minute}, ended, func(ctx context.Context, c *Cluster, enter func() error) (*string, []error) {
			said := "fine"
			switch c.Name() {
			case "broken":
				return nil, []error{errors.New("refused")}
			case "deaf":
				<-never
			case "frozen":
				time.Sleep(time.Second)
				if err := enter(); err != nil {
					return nil, []error{err}
				}
				<-ctx.Done()
				return nil, []error{fmt.Errorf("listing pods: %w", ctx.Err())}
			case "partly":
				return &said, []error{errors.New("pods/a not found")}
			case "slow":
				time.Sleep(50 * time.Second)
				if err := enter(); err != nil {
					return nil, []error{err}
				}
				time.Sleep(50 * time.Second)
			}
			return &said, nil
		})
		want := []string{
			"healthy: fine", "broken: (refused)", "deaf: (no answer within 1m0s)", "frozen: (no answer within 1m0s)",
			"partly: fine (pods/a not found)", "slow: fine",
		}
		if diff := cmp.Diff(want, came(answers)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		wantTook := map[string]time.Duration{"healthy": 0, "broken": 0, "deaf": minute, "frozen": minute + time.Second, "partly": 0, "slow": 100 * time.Second}
		if diff := cmp.Diff(wantTook, took); diff != "" {
			t.Errorf("it took (-want +got):\n%s", diff)
		}
		close(never)
	})
}

// So many are worked for at a time; what waits for its turn is not late for that.
func TestAskIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var at, most int
		clusters := named(slices.Repeat([]string{"c"}, 30)...)
		answers := Ask(t.Context(), clusters, Limits{AtOnce: 3, Each: 9 * time.Second}, nil, func(_ context.Context, _ *Cluster, enter func() error) (*string, []error) {
			if err := enter(); err != nil {
				return nil, []error{err}
			}
			mu.Lock()
			at++
			most = max(most, at)
			mu.Unlock()
			time.Sleep(8 * time.Second)
			mu.Lock()
			at--
			mu.Unlock()
			said := "fine"
			return &said, nil
		})
		if most != 3 || slices.ContainsFunc(answers, func(a Answer[string]) bool { return a.Value == nil }) {
			t.Errorf("%d at a time: %q", most, came(answers))
		}
	})
}

// However many hang, before they have answered or after, a healthy one gets its turn.
func TestHangingHoldNobodyUp(t *testing.T) {
	for name, entered := range map[string]bool{"not reached": false, "frozen at work": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				hangs := slices.Repeat([]string{"hangs"}, 50)
				clusters := named(slices.Concat([]string{"healthy"}, hangs, []string{"healthy"}, hangs, []string{"healthy"})...)
				began := time.Now()
				var mu sync.Mutex
				var healthy time.Duration // the latest of them
				Ask(t.Context(), clusters, Limits{AtOnce: 50, Each: minute}, nil, func(ctx context.Context, c *Cluster, enter func() error) (*string, []error) {
					if c.Name() == "healthy" {
						time.Sleep(time.Millisecond) // after all others
					}
					if entered || c.Name() == "healthy" {
						if err := enter(); err != nil {
							return nil, []error{err}
						}
					}
					if c.Name() == "hangs" {
						<-ctx.Done()
						return nil, []error{ctx.Err()}
					}
					mu.Lock()
					defer mu.Unlock()
					healthy = max(healthy, time.Since(began))
					return new(string), nil
				})
				if bound := 21 * time.Second; healthy == 0 || healthy > bound {
					t.Errorf("a healthy one had its turn after %s, want at most %s", healthy, bound)
				}
			})
		})
	}
}

// Ctrl-C ends it at once, with what there is.
func TestAskInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		time.AfterFunc(time.Second, cancel)
		never := make(chan struct{})
		answers := Ask(ctx, named("healthy", "deaf"), Limits{}, nil, func(_ context.Context, c *Cluster, _ func() error) (*string, []error) {
			if c.Name() == "deaf" {
				<-never
			}
			said := "fine"
			return &said, nil
		})
		if took := time.Since(began); took != time.Second {
			t.Errorf("it took %s", took)
		}
		if answers[0].Value == nil || len(answers[1].Errs) != 1 || !errors.Is(answers[1].Errs[0], context.Canceled) {
			t.Errorf("got %q", came(answers))
		}
		close(never)
	})
}

// A second call of enter takes no second place.
func TestEnterTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answers := Ask(t.Context(), named("a", "b"), Limits{AtOnce: 1, Each: minute}, nil, func(_ context.Context, _ *Cluster, enter func() error) (*string, []error) {
			if err := errors.Join(enter(), enter()); err != nil {
				return nil, []error{err}
			}
			return new(string), nil
		})
		if answers[0].Value == nil || answers[1].Value == nil {
			t.Errorf("got %q", came(answers))
		}
	})
}
