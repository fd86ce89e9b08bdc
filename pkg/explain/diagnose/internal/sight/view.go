package sight

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// View is the cluster as one diagnosis sees it: everything is read once, when
// a rule first asks, and what cannot be read is noted once. It is safe for
// concurrent use.
type View struct {
	Reader    explain.Reader
	Catalogue *catalogue.Catalogue
	Clock     trace.Clock
	Also      *explain.Elsewhere // nil for none
	Kinds     []trace.Kind
	byKind    map[GroupKind]trace.Kind
	// Copied says that files are read, which do not tell what else there was.
	Copied bool
	// Ahead says that it is looked at only to find out what will be asked.
	Ahead bool
	// Broken are the API groups that discovery could not ask.
	Broken []trace.Problem
	// Graph is what the objects were found by, nil where there is none.
	Graph *Graph
	// Scanned is what was listed for it, nil where that is not known.
	Scanned *trace.Scanned
	// Logs are what containers print.
	Logs Logs
	// Before is what was told of the objects a moment ago, by their UID; nil where nobody
	// looked.
	Before map[string][]explain.Evidence

	objects Memo[Target, Seen]
	lists   Memo[ScopeID, Listing]
	rows    Memo[ScopeID, Sketch]
	answers Memo[question, verdictOfServer]
	events  Memo[string, *eventIndex] // by namespace
	Names   kindNames
	clocks  Memo[string, trace.Clock] // one value

	// memories are what those who look have worked out from this, by type.
	memories sync.Map

	mu       sync.Mutex
	problems map[trace.Problem]bool
	sweep    *sweep // the last one
}

// Memory returns what one who looks remembers of the world. The zero value of T is its
// beginning, and each T is there once.
func Memory[T any](w *View) *T {
	memory, _ := w.memories.LoadOrStore(reflect.TypeFor[T](), new(T))
	own, ok := memory.(*T)
	if !ok { // what is stored under a type is of that type
		return new(T)
	}
	return own
}

// GroupKind is a kind without its version.
type GroupKind struct{ Group, Kind string }

// ScopeID is a kind in a namespace, or with an empty one in all.
type ScopeID struct{ Group, Kind, Namespace string }

// Target is one object.
type Target struct {
	ScopeID
	name string
}

// Seen is what a look at one object shows.
type Seen struct {
	Object *unstructured.Unstructured // nil where there is none to show
	State  trace.State                // Gone, Unreadable, or that of obj
	// Problem is what reading met where it is Unreadable. Its Reason is empty
	// where only the kind is not known to be served.
	Problem trace.Problem
}

// Gone reports whether the object certainly does not exist.
func (s Seen) Gone() bool { return s.State == trace.Gone }

// Listing is what a list of whole objects shows. Where it is not complete, what
// is missing in it proves nothing.
type Listing struct {
	Objects  []*unstructured.Unstructured
	Complete bool

	problem trace.Problem // what reading met
}

// Sketch is the same of metadata alone.
type Sketch struct {
	Rows     []Brief
	Complete bool
}

type question struct {
	user, groups string
	access       explain.Access
}

type verdictOfServer struct {
	decision explain.Decision
	err      error
}

// New begins a view with what kinds the server has.
func New(ctx context.Context, r explain.Reader, c *catalogue.Catalogue, clock trace.Clock) (*View, error) {
	kinds, problems, err := r.Kinds(ctx)
	if err != nil {
		return nil, err
	}
	w := &View{
		Reader: r, Catalogue: c, Clock: clock, Kinds: kinds, Broken: problems, Copied: slices.ContainsFunc(problems, trace.Problem.Rest),
		byKind: make(map[GroupKind]trace.Kind, len(kinds)), problems: map[trace.Problem]bool{},
	}
	for _, k := range kinds {
		if _, known := w.byKind[GroupKind{k.Group, k.Kind}]; !known {
			w.byKind[GroupKind{k.Group, k.Kind}] = k
		}
	}
	for _, p := range problems {
		w.problems[p] = true
	}
	return w, nil
}

// Note makes a problem part of the answer.
func (w *View) Note(p trace.Problem) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.problems[p] = true
}

// Incomplete returns the problems, sorted.
func (w *View) Incomplete() []trace.Problem {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := make([]trace.Problem, 0, len(w.problems))
	for p := range w.problems {
		out = append(out, p)
	}
	slices.SortFunc(out, trace.Problem.Compare)
	return out
}

// Tells reports whether a kind of the group that is not known is surely not served: of
// what was copied nothing follows for what was not.
func (w *View) Tells(group string) bool { return !w.Copied && !w.GroupBroken(group) }

// Unread says of something that could not be read why not.
func (w *View) Unread() string {
	if w.Copied {
		return "is not in the dump"
	}
	return "could not be read"
}

// Remember makes an object that was read already known.
func (w *View) Remember(kind trace.Kind, obj *unstructured.Unstructured) {
	at := Target{ScopeID{kind.Group, kind.Kind, obj.GetNamespace()}, obj.GetName()}
	w.objects.put(at, Seen{Object: obj, State: w.StateOf(obj)})
}

// Look reads one object as it is now.
func (w *View) Look(ctx context.Context, ref trace.Ref) Seen {
	seen := w.Glance(ctx, ref)
	if seen.Problem.Reason != "" {
		w.Note(seen.Problem)
	}
	return seen
}

// Glance is Look for what an answer may do without: that it cannot be read does not make
// the answer incomplete.
func (w *View) Glance(ctx context.Context, ref trace.Ref) Seen {
	kind, served := w.Kind(ref.Group, ref.Kind)
	switch {
	case !served && !w.Tells(ref.Group):
		return Seen{State: trace.Unreadable}
	case !served:
		return Seen{State: trace.Gone}
	case !kind.Namespaced:
		ref.Namespace = ""
	}
	at := Target{ScopeID{ref.Group, ref.Kind, ref.Namespace}, ref.Name}
	return w.objects.Get(at, func() Seen {
		obj, err := w.Reader.Get(ctx, kind, ref.Namespace, ref.Name)
		switch {
		case err == nil:
			return Seen{Object: obj, State: w.StateOf(obj)}
		case apierrors.IsNotFound(err):
			return Seen{State: trace.Gone}
		}
		return Seen{State: trace.Unreadable, Problem: w.Reader.Problem(trace.PartOf(kind, ref.Namespace, ref.Name), err)}
	})
}

// List reads all objects of a kind whole, in one namespace or, with an empty
// one, in all. A kind that is not served has none.
func (w *View) List(ctx context.Context, group, kind, namespace string) Listing {
	l := w.Skim(ctx, group, kind, namespace)
	if l.problem.Reason != "" {
		w.Note(l.problem)
	}
	return l
}

// Skim is List for what an answer may do without.
func (w *View) Skim(ctx context.Context, group, kind, namespace string) Listing {
	k, served := w.Kind(group, kind)
	if !served {
		return Listing{Complete: w.Tells(group)}
	}
	if !k.Namespaced {
		namespace = ""
	}
	return w.lists.Get(ScopeID{group, kind, namespace}, func() Listing {
		l := Listing{Complete: true}
		err := w.Reader.List(ctx, trace.Scope{Kind: k, Namespace: namespace}, func(obj *unstructured.Unstructured) {
			l.Objects = append(l.Objects, obj)
		})
		if err != nil {
			l.problem, l.Complete = w.Reader.Problem(trace.PartOf(k, namespace, ""), err), false
		}
		slices.SortFunc(l.Objects, func(a, b *unstructured.Unstructured) int {
			return cmp.Or(cmp.Compare(a.GetNamespace(), b.GetNamespace()), cmp.Compare(a.GetName(), b.GetName()))
		})
		return l
	})
}

// Sketch reads the metadata of all objects of a kind.
func (w *View) Sketch(ctx context.Context, group, kind, namespace string) Sketch {
	k, served := w.Kind(group, kind)
	if !served {
		return Sketch{Complete: w.Tells(group)}
	}
	if !k.Namespaced {
		namespace = ""
	}
	return w.rows.Get(ScopeID{group, kind, namespace}, func() Sketch {
		s, problems := w.ScanOne(ctx, k, namespace)
		for _, p := range problems {
			w.Note(p)
		}
		return s
	})
}

// ScanOne reads the metadata of a kind, and returns what it met.
func (w *View) ScanOne(ctx context.Context, k trace.Kind, namespace string) (Sketch, []trace.Problem) {
	var s Sketch
	seen := map[string]bool{}
	problems := w.Reader.Scan(ctx, []trace.Scope{{Kind: k, Namespace: namespace}}, trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		b := BriefOf(kind, row)
		if b.UID == "" || !seen[b.UID] {
			seen[b.UID] = true
			s.Rows = append(s.Rows, b)
		}
	})
	s.Complete = len(problems) == 0
	slices.SortFunc(s.Rows, func(a, b Brief) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	})
	return s, problems
}

// May asks the server for the subject's rights, each once. It returns false for
// known where the server does not tell; what could not be asked is then noted.
func (w *View) May(ctx context.Context, who explain.Subject, access explain.Access) (decision explain.Decision, known bool) {
	q := question{who.User, strings.Join(who.Groups, "\n"), access}
	answer := w.answers.Get(q, func() verdictOfServer {
		decisions, err := w.Reader.Allowed(ctx, who, []explain.Access{access})
		if err != nil || len(decisions) != 1 {
			return verdictOfServer{err: err}
		}
		return verdictOfServer{decision: decisions[0]}
	})
	if answer.err != nil {
		w.Note(w.Reader.Problem(trace.Part{Words: "the rights of " + cmp.Or(who.User, "your user")}, answer.err))
		return explain.Decision{}, false
	}
	return answer.decision, true
}

// StateOf is the true state of a whole object.
func (w *View) StateOf(obj *unstructured.Unstructured) trace.State {
	t := obj.GetDeletionTimestamp()
	switch {
	case t == nil:
		return trace.Live
	case w.Clock.Before(t.Time):
		return trace.Grace
	}
	return trace.Deleting
}
