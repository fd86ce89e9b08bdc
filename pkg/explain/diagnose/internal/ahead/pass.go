package ahead

import (
	"context"
	"errors"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// untilLate is how long the further answers are waited for once the first is there.
const untilLate = 100 * time.Millisecond

// errNotYet is what is not known while it is being asked.
var errNotYet = errors.New("not asked yet")

// Pass is the Reader of one pass. It never waits: what is not known is not to be
// read, and is asked in the background if that is cheap.
type Pass struct {
	once *Once

	mu   sync.Mutex
	open []*answer
}

// Pass begins one.
func (o *Once) Pass() *Pass { return &Pass{once: o} }

// settled returns the answer where it is there. A question that was not asked, nil, has
// none.
func (r *Pass) settled(a *answer) bool {
	switch {
	case a == nil:
		return false
	case a.known():
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = append(r.open, a)
	return false
}

// Next waits until what was asked is answered. It is false where nothing was, or where
// waiting longer is not worth it: what does not answer soon holds up no other question.
func (r *Pass) Next(ctx context.Context) bool {
	r.mu.Lock()
	open := r.open
	r.mu.Unlock()
	var late <-chan time.Time
	for _, a := range open {
		select {
		case <-a.done:
		case <-late:
			return true
		case <-ctx.Done():
			return false
		}
		if late == nil {
			late = time.After(untilLate)
		}
	}
	return len(open) > 0
}

// Kinds implements trace.Reader.
func (r *Pass) Kinds(ctx context.Context) ([]trace.Kind, []trace.Problem, error) {
	return r.once.Kinds(ctx)
}

// Problem implements trace.Reader.
func (r *Pass) Problem(about trace.Part, err error) trace.Problem {
	return trace.Problem{About: about, Reason: trace.ReadFailed, Message: err.Error()}
}

// Get implements trace.Reader.
func (r *Pass) Get(_ context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	a := r.once.get(kind, namespace, name, true)
	if !r.settled(a) {
		return nil, errNotYet
	}
	return a.objects[0], a.err
}

// List implements trace.Reader.
func (r *Pass) List(_ context.Context, scope trace.Scope, visit func(*unstructured.Unstructured)) error {
	if scope.Namespace == "" && scope.Kind.Namespaced && numerous(scope.Kind) {
		return errNotYet
	}
	a := r.once.list(scope, true)
	if !r.settled(a) {
		return errNotYet
	}
	for _, obj := range a.objects {
		visit(obj)
	}
	return a.err
}

// Scan implements trace.Reader.
func (r *Pass) Scan(_ context.Context, scopes []trace.Scope, want trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	if wide(scopes) {
		return nil
	}
	a := r.once.scan(scopes, want, true)
	if !r.settled(a) {
		return nil
	}
	for i := range a.rows {
		visit(a.rows[i].kind, &a.rows[i].row)
	}
	return a.problems
}

// Allowed implements explain.Reader.
func (r *Pass) Allowed(_ context.Context, who explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	a := r.once.allowed(who, what, true)
	if !r.settled(a) {
		return nil, errNotYet
	}
	return a.decisions, a.err
}

// DryRun implements explain.Reader. What others are asked to try out is only tried out
// where it is certain that the answer is wanted.
func (r *Pass) DryRun(context.Context, trace.Kind, string, string, string, types.PatchType, []byte, explain.Subject) (*unstructured.Unstructured, error) {
	return nil, errNotYet
}
