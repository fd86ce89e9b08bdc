package ahead

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

var (
	pods        = trace.Kind{Version: "v1", Kind: "Pod", Resource: "pods", Namespaced: true, Listable: true}
	deployments = trace.Kind{Group: "apps", Version: "v1", Kind: "Deployment", Resource: "deployments", Namespaced: true, Listable: true}
)

// slow is a Reader whose answers come when they are let go.
type slow struct {
	explain.Reader
	let chan struct{}

	mu    sync.Mutex
	asked []string
}

func (s *slow) note(format string, args ...any) {
	s.mu.Lock()
	s.asked = append(s.asked, fmt.Sprintf(format, args...))
	s.mu.Unlock()
	<-s.let
}

func (s *slow) Get(_ context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	s.note("get %s %s/%s", kind.Resource, namespace, name)
	if name == "none" {
		return nil, errors.New("not found")
	}
	return named(name), nil
}

func (s *slow) List(_ context.Context, scope trace.Scope, visit func(*unstructured.Unstructured)) error {
	s.note("list %s %s", scope.Kind.Resource, scope.Namespace)
	visit(named("a"))
	visit(named("b"))
	return nil
}

func (s *slow) Scan(_ context.Context, scopes []trace.Scope, _ trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	s.note("scan %d", len(scopes))
	name := []byte("row")
	visit(scopes[0].Kind, &trace.Row{Name: name, Finalizers: [][]byte{name}})
	copy(name, "xxx") // rows belong to the reader
	return nil
}

func (s *slow) Allowed(_ context.Context, who explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	s.note("may %s %d", who.User, len(what))
	return make([]explain.Decision, len(what)), nil
}

func named(name string) *unstructured.Unstructured {
	obj := &unstructured.Unstructured{}
	obj.SetName(name)
	return obj
}

// asker is what Once and Pass have in common.
type asker interface {
	Get(context.Context, trace.Kind, string, string) (*unstructured.Unstructured, error)
	List(context.Context, trace.Scope, func(*unstructured.Unstructured)) error
	Scan(context.Context, []trace.Scope, trace.Want, func(trace.Kind, *trace.Row)) []trace.Problem
	Allowed(context.Context, explain.Subject, []explain.Access) ([]explain.Decision, error)
}

// askAll asks one question of each sort, and returns what came.
func askAll(ctx context.Context, r asker) []string {
	var out []string
	add := func(what string, err error) { out = append(out, fmt.Sprintf("%s %v", what, err)) }
	obj, err := r.Get(ctx, pods, "shop", "web")
	if obj != nil {
		add(obj.GetName(), err)
	} else {
		add("nothing", err)
	}
	_, err = r.Get(ctx, pods, "shop", "none")
	add("none", err)
	count := 0
	err = r.List(ctx, trace.Scope{Kind: deployments, Namespace: "shop"}, func(*unstructured.Unstructured) { count++ })
	add(fmt.Sprint(count), err)
	r.Scan(ctx, []trace.Scope{{Kind: deployments}}, trace.Want{}, func(_ trace.Kind, row *trace.Row) {
		add(string(row.Name)+" "+string(row.Finalizers[0]), nil)
	})
	decisions, err := r.Allowed(ctx, explain.Subject{User: "u"}, []explain.Access{{Verb: "get"}})
	add(fmt.Sprint(len(decisions)), err)
	return out
}

// TestPass asks in the background what is not known, and has it the next time; who
// asks for good waits, and asks nothing twice.
func TestPass(t *testing.T) {
	s := &slow{let: make(chan struct{})}
	o := NewOnce(t.Context(), s)
	defer o.Close()
	r := o.Pass()
	want := []string{"nothing not asked yet", "none not asked yet", "0 not asked yet", "0 not asked yet"}
	if diff := cmp.Diff(want, askAll(t.Context(), r)); diff != "" {
		t.Errorf("the first pass (-want +got):\n%s", diff)
	}
	close(s.let)
	if !r.Next(t.Context()) {
		t.Error("there is nothing more to try")
	}
	known := []string{"web <nil>", "none not found", "2 <nil>", "row row <nil>", "1 <nil>"}
	again := o.Pass()
	if diff := cmp.Diff(known, askAll(t.Context(), again)); diff != "" {
		t.Errorf("the second pass (-want +got):\n%s", diff)
	}
	if again.Next(t.Context()) {
		t.Error("there is more to try where all was known")
	}
	if diff := cmp.Diff(known, askAll(t.Context(), o)); diff != "" {
		t.Errorf("in the end (-want +got):\n%s", diff)
	}
	if len(s.asked) != 5 {
		t.Errorf("it was asked %q", s.asked)
	}
}

// TestPassCheap does not ask for what may be very much, nor for anything to be tried
// out, nor without end.
func TestPassCheap(t *testing.T) {
	s := &slow{let: make(chan struct{})}
	close(s.let)
	o := NewOnce(t.Context(), s)
	defer o.Close()
	r := o.Pass()
	_ = r.List(t.Context(), trace.Scope{Kind: pods}, func(*unstructured.Unstructured) {})
	r.Scan(t.Context(), []trace.Scope{{Kind: pods}}, trace.Want{}, func(trace.Kind, *trace.Row) {})
	r.Scan(t.Context(), make([]trace.Scope, mostScopes+1), trace.Want{}, func(trace.Kind, *trace.Row) {})
	if _, err := r.DryRun(t.Context(), pods, "shop", "web", "", "", nil, explain.Subject{}); err == nil {
		t.Error("it was tried out")
	}
	if r.Next(t.Context()) || len(s.asked) > 0 {
		t.Errorf("it was asked %q", s.asked)
	}
	for i := range 2 * mostAhead {
		_, _ = r.Get(t.Context(), pods, "shop", fmt.Sprint(i)) // all that matters is that it asks
	}
	o.Close()
	if len(s.asked) != mostAhead {
		t.Errorf("%d questions were asked", len(s.asked))
	}
}

// TestNextPassesOver what takes long.
func TestNextPassesOver(t *testing.T) {
	s := &slow{let: make(chan struct{}, 1)}
	o := NewOnce(t.Context(), s)
	defer o.Close()
	defer close(s.let)
	r := o.Pass()
	_, _ = r.Get(t.Context(), pods, "shop", "first") // in the background
	s.let <- struct{}{}
	for {
		if obj, _ := o.Pass().Get(t.Context(), pods, "shop", "first"); obj != nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	_, _ = r.Get(t.Context(), pods, "shop", "second") // this one hangs
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if !r.Next(ctx) || ctx.Err() != nil {
		t.Error("what takes long was waited for")
	}
}

// TestOnceWaits as long as whoever asks.
func TestOnceWaits(t *testing.T) {
	s := &slow{let: make(chan struct{})}
	o := NewOnce(t.Context(), s)
	defer o.Close()
	defer close(s.let)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := o.Get(ctx, pods, "shop", "web"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ended with %v", err)
	}
	o.Know(deployments, named("known"))
	if obj, err := o.Get(t.Context(), deployments, "", "known"); err != nil || obj.GetName() != "known" {
		t.Errorf("what was read already was asked again: %v", err)
	}
}
