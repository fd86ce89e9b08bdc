package explain

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// world is the cluster as one diagnosis sees it: everything is read once, when
// a rule first asks, and what cannot be read is noted once. It is safe for
// concurrent use.
type world struct {
	Reader
	catalogue *Catalogue
	now       time.Time
	also      *Elsewhere // nil for none
	kinds     []trace.Kind
	byKind    map[groupKind]trace.Kind
	// broken are the API groups that discovery could not ask.
	broken []trace.Problem
	// graph is what the objects were found by, nil where there is none.
	graph *graphIndex

	objects memo[target, sight]
	lists   memo[scopeID, listing]
	rows    memo[scopeID, sketch]
	answers memo[question, verdictOfServer]
	events  memo[string, map[string][]event] // by namespace, then by UID
	names   kindNames
	clocks  memo[string, time.Time] // one value

	// memories are what those who look have worked out from this, by type.
	memories sync.Map

	mu       sync.Mutex
	problems map[trace.Problem]bool
}

// of returns what one who looks remembers of the world. The zero value of T is its
// beginning, and each T is there once.
func of[T any](w *world) *T {
	memory, _ := w.memories.LoadOrStore(reflect.TypeFor[T](), new(T))
	own, ok := memory.(*T)
	if !ok { // what is stored under a type is of that type
		return new(T)
	}
	return own
}

type groupKind struct{ group, kind string }

type scopeID struct{ group, kind, namespace string }

type target struct {
	scopeID
	name string
}

// sight is what a look at one object shows.
type sight struct {
	obj   *unstructured.Unstructured // nil where there is none to show
	state trace.State                // Gone, Unreadable, or that of obj
	// problem is what reading met where it is Unreadable. Its Reason is empty
	// where only the kind is not known to be served.
	problem trace.Problem
}

// gone reports whether the object certainly does not exist.
func (s sight) gone() bool { return s.state == trace.Gone }

// listing is what a list of whole objects shows. Where it is not complete, what
// is missing in it proves nothing.
type listing struct {
	objects  []*unstructured.Unstructured
	complete bool
}

// sketch is the same of metadata alone.
type sketch struct {
	rows     []brief
	complete bool
}

// brief is one object's metadata.
type brief struct {
	trace.Ref
	UID        string
	Created    time.Time
	Deleted    time.Time
	Finalizers []string
	Owners     []ownerOf
}

// ownerOf is one ownerReference.
type ownerOf struct {
	Group, Kind, Name, UID string
	Controller, Block      bool
}

type question struct {
	user, groups string
	access       Access
}

type verdictOfServer struct {
	decision Decision
	err      error
}

func newWorld(ctx context.Context, r Reader, c *Catalogue, now time.Time) (*world, error) {
	kinds, problems, err := r.Kinds(ctx)
	if err != nil {
		return nil, err
	}
	w := &world{
		Reader: r, catalogue: c, now: now, kinds: kinds, broken: problems,
		byKind: make(map[groupKind]trace.Kind, len(kinds)), problems: map[trace.Problem]bool{},
	}
	for _, k := range kinds {
		if _, known := w.byKind[groupKind{k.Group, k.Kind}]; !known {
			w.byKind[groupKind{k.Group, k.Kind}] = k
		}
	}
	for _, p := range problems {
		w.problems[p] = true
	}
	return w, nil
}

// kind returns a kind that is served.
func (w *world) kind(group, kind string) (trace.Kind, bool) {
	k, ok := w.byKind[groupKind{group, kind}]
	return k, ok
}

// groupBroken reports whether the API group could not be asked for its kinds,
// so that a kind of it that is not served may exist all the same.
func (w *world) groupBroken(group string) bool {
	return slices.ContainsFunc(w.broken, func(p trace.Problem) bool {
		return p.About.APIGroup() && p.About.Group == group
	})
}

// note makes a problem part of the answer.
func (w *world) note(p trace.Problem) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.problems[p] = true
}

// incomplete returns the problems, sorted.
func (w *world) incomplete() []trace.Problem {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := make([]trace.Problem, 0, len(w.problems))
	for p := range w.problems {
		out = append(out, p)
	}
	slices.SortFunc(out, trace.Problem.Compare)
	return out
}

// remember makes an object that was read already known.
func (w *world) remember(kind trace.Kind, obj *unstructured.Unstructured) {
	at := target{scopeID{kind.Group, kind.Kind, obj.GetNamespace()}, obj.GetName()}
	w.objects.put(at, sight{obj: obj, state: w.stateOf(obj)})
}

// look reads one object as it is now.
func (w *world) look(ctx context.Context, ref trace.Ref) sight {
	kind, served := w.kind(ref.Group, ref.Kind)
	switch {
	case !served && w.groupBroken(ref.Group):
		return sight{state: trace.Unreadable}
	case !served:
		return sight{state: trace.Gone}
	case !kind.Namespaced:
		ref.Namespace = ""
	}
	at := target{scopeID{ref.Group, ref.Kind, ref.Namespace}, ref.Name}
	return w.objects.get(at, func() sight {
		obj, err := w.Get(ctx, kind, ref.Namespace, ref.Name)
		switch {
		case err == nil:
			return sight{obj: obj, state: w.stateOf(obj)}
		case apierrors.IsNotFound(err):
			return sight{state: trace.Gone}
		}
		problem := w.Problem(trace.PartOf(kind, ref.Namespace, ref.Name), err)
		w.note(problem)
		return sight{state: trace.Unreadable, problem: problem}
	})
}

// list reads all objects of a kind whole, in one namespace or, with an empty
// one, in all. A kind that is not served has none.
func (w *world) list(ctx context.Context, group, kind, namespace string) listing {
	k, served := w.kind(group, kind)
	if !served {
		return listing{complete: !w.groupBroken(group)}
	}
	if !k.Namespaced {
		namespace = ""
	}
	return w.lists.get(scopeID{group, kind, namespace}, func() listing {
		l := listing{complete: true}
		err := w.List(ctx, trace.Scope{Kind: k, Namespace: namespace}, func(obj *unstructured.Unstructured) {
			l.objects = append(l.objects, obj)
		})
		if err != nil {
			w.note(w.Problem(trace.PartOf(k, namespace, ""), err))
			l.complete = false
		}
		slices.SortFunc(l.objects, func(a, b *unstructured.Unstructured) int {
			return cmp.Or(cmp.Compare(a.GetNamespace(), b.GetNamespace()), cmp.Compare(a.GetName(), b.GetName()))
		})
		return l
	})
}

// sketch reads the metadata of all objects of a kind.
func (w *world) sketch(ctx context.Context, group, kind, namespace string) sketch {
	k, served := w.kind(group, kind)
	if !served {
		return sketch{complete: !w.groupBroken(group)}
	}
	if !k.Namespaced {
		namespace = ""
	}
	return w.rows.get(scopeID{group, kind, namespace}, func() sketch {
		s, problems := w.scanOne(ctx, k, namespace)
		for _, p := range problems {
			w.note(p)
		}
		return s
	})
}

func (w *world) scanOne(ctx context.Context, k trace.Kind, namespace string) (sketch, []trace.Problem) {
	var s sketch
	seen := map[string]bool{}
	problems := w.Scan(ctx, []trace.Scope{{Kind: k, Namespace: namespace}}, trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		b := briefOf(kind, row)
		if b.UID == "" || !seen[b.UID] {
			seen[b.UID] = true
			s.rows = append(s.rows, b)
		}
	})
	s.complete = len(problems) == 0
	slices.SortFunc(s.rows, func(a, b brief) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	return s, problems
}

func briefOf(kind trace.Kind, row *trace.Row) brief {
	b := brief{
		Ref: trace.Ref{Group: kind.Group, Kind: kind.Kind, Namespace: string(row.Namespace), Name: string(row.Name)},
		UID: string(row.UID), Created: row.Created, Deleted: row.Deleted,
	}
	for _, f := range row.Finalizers {
		b.Finalizers = append(b.Finalizers, string(f))
	}
	for i := range row.Owners {
		o := &row.Owners[i]
		b.Owners = append(b.Owners, ownerOf{
			Group: trace.GroupOf(string(o.APIVersion)), Kind: string(o.Kind), Name: string(o.Name), UID: string(o.UID),
			Controller: o.Controller, Block: o.Block,
		})
	}
	return b
}

// may asks the server for the subject's rights, each once. It returns false for
// known where the server does not tell; what could not be asked is then noted.
func (w *world) may(ctx context.Context, who Subject, access Access) (decision Decision, known bool) {
	q := question{who.User, strings.Join(who.Groups, "\n"), access}
	answer := w.answers.get(q, func() verdictOfServer {
		decisions, err := w.Allowed(ctx, who, []Access{access})
		if err != nil || len(decisions) != 1 {
			return verdictOfServer{err: err}
		}
		return verdictOfServer{decision: decisions[0]}
	})
	if answer.err != nil {
		w.note(w.Problem(trace.Part{Words: "the rights of " + cmp.Or(who.User, "your user")}, answer.err))
		return Decision{}, false
	}
	return answer.decision, true
}

// stateOf is the true state of a whole object.
func (w *world) stateOf(obj *unstructured.Unstructured) trace.State {
	t := obj.GetDeletionTimestamp()
	switch {
	case t == nil:
		return trace.Live
	case !w.now.IsZero() && t.After(w.now):
		return trace.Grace
	}
	return trace.Deleting
}

// memo computes each value once, however many ask for it at a time. Its zero
// value is ready.
type memo[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]*once[V]
}

type once[V any] struct {
	sync.Once
	value V
}

func (m *memo[K, V]) entry(key K) *once[V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[K]*once[V]{}
	}
	e, ok := m.known[key]
	if !ok {
		e = &once[V]{}
		m.known[key] = e
	}
	return e
}

func (m *memo[K, V]) get(key K, compute func() V) V {
	e := m.entry(key)
	e.Do(func() { e.value = compute() })
	return e.value
}

func (m *memo[K, V]) put(key K, value V) {
	e := m.entry(key)
	e.Do(func() { e.value = value })
}
