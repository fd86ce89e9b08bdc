package follow

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var configMaps = trace.Kind{Version: "v1", Kind: "ConfigMap", Resource: "configmaps", Namespaced: true, Listable: true}

// server has one object, or none.
type server struct {
	object *unstructured.Unstructured
	silent []trace.Problem
}

func (s *server) Kinds(context.Context) ([]trace.Kind, []trace.Problem, error) {
	if s.object == nil && len(s.silent) > 0 {
		return nil, s.silent, nil // its kind went with it
	}
	return []trace.Kind{configMaps}, s.silent, nil
}

func (s *server) Scan(context.Context, []trace.Scope, trace.Want, func(trace.Kind, *trace.Row)) []trace.Problem {
	return nil
}

func (s *server) Get(_ context.Context, _ trace.Kind, _, name string) (*unstructured.Unstructured, error) {
	if s.object == nil || s.object.GetName() != name {
		return nil, apierrors.NewNotFound(schema.GroupResource{Resource: "configmaps"}, name)
	}
	return s.object.DeepCopy(), nil
}

func (s *server) List(_ context.Context, _ trace.Scope, visit func(*unstructured.Unstructured)) error {
	if s.object != nil {
		visit(s.object.DeepCopy())
	}
	return nil
}

func (s *server) Problem(about trace.Part, err error) trace.Problem {
	return trace.Problem{About: about, Reason: trace.ReadFailed, Message: err.Error()}
}

func (s *server) Allowed(context.Context, explain.Subject, []explain.Access) ([]explain.Decision, error) {
	return nil, errors.New("not told")
}

func (s *server) DryRun(context.Context, trace.Kind, string, string, string, types.PatchType, []byte, explain.Subject) (*unstructured.Unstructured, error) {
	return nil, errors.New("not told")
}

func held() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap",
		"metadata": map[string]any{
			"name": "a", "namespace": "shop", "uid": "1", "deletionTimestamp": readAt.Add(-time.Minute).Format(time.RFC3339),
			"finalizers": []any{"example.com/hold"},
		},
	}}
}

// TestFollower follows one object by what the server says from one reading to
// the next, the last of which it repeats.
func TestFollower(t *testing.T) {
	errDown := errors.New("connection refused")
	elsewhere := []trace.Problem{{About: trace.Part{Group: "example.com", Version: "v1"}, Reason: trace.Unavailable}}
	core := []trace.Problem{{About: trace.Part{Version: "v1"}, Reason: trace.Unavailable}}
	for name, tt := range map[string]struct {
		readings []*server // nil is one that does not answer
		want     string
		outcome  Outcome
	}{
		"goes":                {[]*server{{object: held()}, {}}, "Began, Changed a, Gone a, Progress, Summary", OutcomeGone},
		"stays":               {[]*server{{object: held()}}, "Began, Changed a, Summary", OutcomeTimedOut},
		"the server is away":  {[]*server{{object: held()}, nil, nil, {}}, "Began, Changed a, Silent, Answers, Gone a, Progress, Summary", OutcomeGone},
		"goes with its kind":  {[]*server{{object: held(), silent: elsewhere}, {silent: elsewhere}}, "Began, Changed a, Incomplete, Gone a, Progress, Summary", OutcomeGone},
		"its group is silent": {[]*server{{object: held(), silent: core}, {silent: core}}, "Began, Changed a, Incomplete, Summary", OutcomeTimedOut},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			catalogue, err := catalogue.Load()
			if err != nil {
				t.Fatal(err)
			}
			left := slices.Clone(tt.readings)
			var events []Event
			f := Follower{
				Targets: []trace.Target{{Kind: configMaps, Namespace: "shop", Name: "a"}}, Catalogue: catalogue,
				Now: time.Now, Began: time.Now(), Interval: time.Millisecond,
				Open: func(context.Context) (explain.Reader, time.Time, error) {
					now := left[0]
					left = left[min(1, len(left)-1):]
					if now == nil {
						return nil, time.Time{}, errDown
					}
					return now, readAt, nil
				},
				Show: func(e []Event, _ *State) error { events = append(events, e...); return nil },
			}
			if err := f.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
			patience := 10 * time.Second
			if tt.outcome == OutcomeTimedOut {
				patience = 100 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			outcome, err := f.Run(ctx)
			if err != nil || outcome != tt.outcome {
				t.Errorf("ended with %q and %v, want %q", outcome, err, tt.outcome)
			}
			expect(t, "events", told(events), tt.want)
		})
	}
}

func TestFollowerEnds(t *testing.T) {
	catalogue, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	errFull := errors.New("no space left")
	f := Follower{
		Targets: []trace.Target{{Kind: configMaps, Namespace: "shop", Name: "a"}}, Catalogue: catalogue, Now: time.Now,
		Open: func(context.Context) (explain.Reader, time.Time, error) { return &server{object: held()}, readAt, nil },
		Show: func([]Event, *State) error { return errFull },
	}
	if err := f.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if outcome, err := f.Run(t.Context()); !errors.Is(err, errFull) || outcome != "" {
		t.Errorf("what cannot be shown ends with %q and %v", outcome, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	f.Show = func([]Event, *State) error { cancel(); return nil }
	if err := f.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if outcome, err := f.Run(ctx); err != nil || outcome != OutcomeInterrupted {
		t.Errorf("interrupted: %q and %v", outcome, err)
	}
	quitting, quit := context.WithCancelCause(t.Context())
	f.Show = func([]Event, *State) error { quit(ErrQuit); return nil }
	if err := f.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if outcome, err := f.Run(quitting); err != nil || outcome != OutcomeQuit {
		t.Errorf("ended by who looks on: %q and %v", outcome, err)
	}
	f.Open = func(context.Context) (explain.Reader, time.Time, error) { return &server{}, readAt, nil }
	var refused *trace.AskError
	if err := f.Begin(t.Context()); !errors.As(err, &refused) {
		t.Errorf("an object that is not there: %v", err)
	}
}
