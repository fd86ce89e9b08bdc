package ahead

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// mostAhead bounds how many questions are asked that nobody but a pass has
	// asked yet.
	mostAhead = 600
	// mostScopes is how many lists a scan may have to be remembered. A wider one is for
	// who asks it alone, and may be very long.
	mostScopes = 8
)

// Once is a Reader that asks each question once. What is written goes through as it is,
// and so do scans of many lists.
type Once struct {
	explain.Reader
	ctx    context.Context
	cancel context.CancelFunc
	asking sync.WaitGroup

	mu      sync.Mutex
	answers map[question]*answer
	ahead   int
}

// question is one question to the server; two are the same where these are.
type question struct{ verb, group, resource, namespace, rest string }

// answer is what a question was answered, once done is closed.
type answer struct {
	done      chan struct{}
	objects   []*unstructured.Unstructured
	rows      []row
	problems  []trace.Problem
	decisions []explain.Decision
	err       error
}

// row is a row that stays.
type row struct {
	kind trace.Kind
	row  trace.Row
}

// NewOnce asks a Reader until ctx ends, or it is closed.
func NewOnce(ctx context.Context, r explain.Reader) *Once {
	o := &Once{Reader: r, answers: map[question]*answer{}}
	o.ctx, o.cancel = context.WithCancel(ctx)
	return o
}

// Close ends what is still being asked.
func (o *Once) Close() {
	o.cancel()
	o.asking.Wait()
}

// put asks a question unless it was asked before. It returns nil where that is refused: a
// pass may ask so many.
func (o *Once) put(q question, early bool, ask func(ctx context.Context, a *answer)) *answer {
	o.mu.Lock()
	defer o.mu.Unlock()
	if a, ok := o.answers[q]; ok {
		return a
	}
	if early {
		if o.ahead++; o.ahead > mostAhead {
			return nil
		}
	}
	a := &answer{done: make(chan struct{})}
	o.answers[q] = a
	o.asking.Go(func() {
		defer close(a.done)
		ask(o.ctx, a)
	})
	return a
}

// wait waits for the answer, as long as whoever asks does.
func (a *answer) wait(ctx context.Context) error {
	select {
	case <-a.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// known reports whether the answer is there.
func (a *answer) known() bool {
	select {
	case <-a.done:
		return true
	default:
		return false
	}
}

// Know tells an object that was read already.
func (o *Once) Know(kind trace.Kind, obj *unstructured.Unstructured) {
	a := &answer{done: make(chan struct{}), objects: []*unstructured.Unstructured{obj}}
	close(a.done)
	o.mu.Lock()
	defer o.mu.Unlock()
	q := ofObject(kind, obj.GetNamespace(), obj.GetName())
	if _, asked := o.answers[q]; !asked {
		o.answers[q] = a
	}
}

func ofObject(kind trace.Kind, namespace, name string) question {
	return question{"get", kind.Group, kind.Version + "/" + kind.Resource, namespace, name}
}

func (o *Once) get(kind trace.Kind, namespace, name string, early bool) *answer {
	return o.put(ofObject(kind, namespace, name), early, func(ctx context.Context, a *answer) {
		obj, err := o.Reader.Get(ctx, kind, namespace, name)
		a.objects, a.err = []*unstructured.Unstructured{obj}, err
	})
}

// Get implements trace.Reader.
func (o *Once) Get(ctx context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	a := o.get(kind, namespace, name, false)
	if err := a.wait(ctx); err != nil {
		return nil, fmt.Errorf("reading %s: %w", trace.Describe(kind, namespace, name), err)
	}
	return a.objects[0], a.err
}

func (o *Once) list(scope trace.Scope, early bool) *answer {
	q := question{"list", scope.Kind.Group, scope.Kind.Version + "/" + scope.Kind.Resource, scope.Namespace, ""}
	return o.put(q, early, func(ctx context.Context, a *answer) {
		a.err = o.Reader.List(ctx, scope, func(obj *unstructured.Unstructured) { a.objects = append(a.objects, obj) })
	})
}

// List implements trace.Reader.
func (o *Once) List(ctx context.Context, scope trace.Scope, visit func(*unstructured.Unstructured)) error {
	a := o.list(scope, false)
	if err := a.wait(ctx); err != nil {
		return fmt.Errorf("listing %s: %w", trace.Describe(scope.Kind, scope.Namespace, ""), err)
	}
	for _, obj := range a.objects {
		visit(obj)
	}
	return a.err
}

func (o *Once) scan(scopes []trace.Scope, want trace.Want, early bool) *answer {
	var names []string
	for _, s := range scopes {
		names = append(names, s.Kind.Group+"/"+s.Kind.Version+"/"+s.Kind.Resource+"/"+s.Namespace)
	}
	rest := strings.Join(slices.Concat(names, []string{""}, want.Labels, []string{""}, want.Annotations), "\n")
	return o.put(question{verb: "scan", rest: rest}, early, func(ctx context.Context, a *answer) {
		a.problems = o.Reader.Scan(ctx, scopes, want, func(kind trace.Kind, r *trace.Row) {
			a.rows = append(a.rows, row{kind, kept(r)})
		})
	})
}

// Scan implements trace.Reader.
func (o *Once) Scan(ctx context.Context, scopes []trace.Scope, want trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	if wide(scopes) {
		return o.Reader.Scan(ctx, scopes, want, visit)
	}
	a := o.scan(scopes, want, false)
	if err := a.wait(ctx); err != nil {
		var problems []trace.Problem
		for _, s := range scopes {
			problems = append(problems, o.Problem(trace.PartOf(s.Kind, s.Namespace, ""), err))
		}
		return problems
	}
	for i := range a.rows {
		visit(a.rows[i].kind, &a.rows[i].row)
	}
	return a.problems
}

// wide reports whether a scan may show too much to be remembered.
func wide(scopes []trace.Scope) bool {
	return len(scopes) > mostScopes || slices.ContainsFunc(scopes, func(s trace.Scope) bool { return s.Namespace == "" && s.Kind.Namespaced && numerous(s.Kind) })
}

// numerous reports whether a cluster has very many objects of a kind.
func numerous(k trace.Kind) bool {
	switch k.Group {
	case "":
		return k.Kind != "Namespace" && k.Kind != "Node" && k.Kind != "PersistentVolume"
	case "events.k8s.io", "discovery.k8s.io":
		return true
	case "apps":
		return k.Kind == "ReplicaSet" || k.Kind == "ControllerRevision"
	case "batch":
		return k.Kind == "Job"
	}
	return false
}

// kept is a copy of a row, whose bytes belong to the reader.
func kept(r *trace.Row) trace.Row {
	c := *r
	c.Namespace, c.Name, c.UID = slices.Clone(r.Namespace), slices.Clone(r.Name), slices.Clone(r.UID)
	c.Finalizers = nil
	for _, f := range r.Finalizers {
		c.Finalizers = append(c.Finalizers, slices.Clone(f))
	}
	c.Owners = slices.Clone(r.Owners)
	for i := range c.Owners {
		o := &c.Owners[i]
		o.APIVersion, o.Kind, o.Name, o.UID = slices.Clone(o.APIVersion), slices.Clone(o.Kind), slices.Clone(o.Name), slices.Clone(o.UID)
	}
	c.Labels, c.Annotations = keptPairs(r.Labels), keptPairs(r.Annotations)
	return c
}

func keptPairs(pairs []trace.RowPair) []trace.RowPair {
	c := slices.Clone(pairs)
	for i := range c {
		c[i].Key, c[i].Value = slices.Clone(c[i].Key), slices.Clone(c[i].Value)
	}
	return c
}

func (o *Once) allowed(who explain.Subject, what []explain.Access, early bool) *answer {
	rest := fmt.Sprintf("%q %q %q", who.User, who.Groups, what)
	return o.put(question{verb: "may", rest: rest}, early, func(ctx context.Context, a *answer) {
		a.decisions, a.err = o.Reader.Allowed(ctx, who, what)
	})
}

// Allowed implements explain.Reader.
func (o *Once) Allowed(ctx context.Context, who explain.Subject, what []explain.Access) ([]explain.Decision, error) {
	a := o.allowed(who, what, false)
	if err := a.wait(ctx); err != nil {
		return nil, err
	}
	return a.decisions, a.err
}
