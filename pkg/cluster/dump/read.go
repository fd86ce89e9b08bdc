package dump

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// gapError says that the dump cannot tell.
type gapError struct {
	problem trace.Problem // What is empty where the caller knows it
}

func (e *gapError) Error() string { return e.problem.Message }

// unsaid is the one problem of a dump that does not say what it was made
// of.
var unsaid = trace.Problem{
	About:   trace.OutsideDump(),
	Reason:  trace.NotInDump,
	Message: "the dump does not say what it was made of, so what it lacks may exist",
}

// Kinds returns the kinds that the dump knows of: those a snapshot found
// served, otherwise those of the objects, of their owners and of the
// CustomResourceDefinitions in the dump, and those every server has.
func (d *Dump) Kinds(ctx context.Context) ([]trace.Kind, []trace.Problem, error) {
	return d.kinds, d.problems, ctx.Err()
}

// Scan visits the objects scope by scope, by namespace and name within each.
func (d *Dump) Scan(ctx context.Context, scopes []trace.Scope, want trace.Want, visit func(trace.Kind, *trace.Row)) []trace.Problem {
	var problems []trace.Problem
	var row trace.Row
	for _, scope := range scopes {
		for _, e := range d.entries(scope.Kind, scope.Namespace) {
			if ctx.Err() != nil {
				return problems
			}
			e.row(&row, want)
			visit(scope.Kind, &row)
		}
		if gap, ok := d.gap(scope.Kind, scope.Namespace, true); ok && !slices.Contains(problems, gap) {
			problems = append(problems, gap)
		}
	}
	return problems
}

// Get returns an object of the dump. The error is a NotFound only where the
// dump says that it looked for the object and did not find it.
func (d *Dump) Get(ctx context.Context, kind trace.Kind, namespace, name string) (*unstructured.Unstructured, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("getting %s: %w", trace.Describe(kind, namespace, name), err)
	}
	entries := d.entries(kind, namespace)
	at, ok := slices.BinarySearchFunc(entries, place{namespace, name}, entry.comparePlace)
	if ok && !entries[at].rows {
		return entries[at].object()
	}
	if ok {
		return nil, &gapError{trace.Problem{Reason: trace.NotInDump, Message: "the snapshot holds its metadata alone"}}
	}
	gap, unsure := d.gap(kind, namespace, false)
	unsure = unsure && !slices.Contains(d.none[typed(kind.Group, kind.Kind)], place{namespace, name})
	looked, failed := d.lookedFor(kind, namespace, name)
	switch {
	case failed != nil:
		return nil, told(failed)
	case looked, kind.Group == definitionKind.Group && kind.Kind == definitionKind.Kind && builtin.HasType(name):
	case unsure:
		gap.About = trace.Part{}
		if gap.Reason == trace.NotInDump {
			gap.Message = "the dump does not contain it and does not say whether it existed"
		}
		return nil, &gapError{gap}
	case d.filtered(kind):
		return nil, &gapError{trace.Problem{Reason: trace.NotInDump, Message: "the dump holds some objects of this kind only"}}
	}
	return nil, apierrors.NewNotFound(schema.GroupResource{Group: kind.Group, Resource: kind.Resource}, name)
}

// List visits the objects of a scope by namespace and name. Where the dump does
// not say that these are all, it visits those that it has and returns an error.
func (d *Dump) List(ctx context.Context, scope trace.Scope, visit func(*unstructured.Unstructured)) error {
	for _, e := range d.entries(scope.Kind, scope.Namespace) {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("listing %s: %w", trace.Describe(scope.Kind, scope.Namespace, ""), err)
		}
		if e.rows {
			continue
		}
		obj, err := e.object()
		if err != nil {
			return err
		}
		visit(obj)
	}
	if gap, ok := d.gap(scope.Kind, scope.Namespace, false); ok {
		return &gapError{gap}
	}
	return nil
}

// Problem turns an error of Get or List into a problem.
func (d *Dump) Problem(about trace.Part, err error) trace.Problem {
	var gap *gapError
	var syntax *json.SyntaxError
	p := trace.Problem{About: about, Reason: trace.ReadFailed, Message: phrase.OneLine(err.Error())}
	switch {
	case errors.As(err, &gap):
		p.Reason = gap.problem.Reason
		p.About = cmp.Or(gap.problem.About, about)
		p.Message = gap.problem.Message
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		p.Reason = trace.TimedOut
	case errors.As(err, &syntax):
		p.Reason = trace.Undecodable
	}
	return p
}

// entries returns the objects of a kind in one namespace or, with an empty one,
// all of them.
func (d *Dump) entries(kind trace.Kind, namespace string) []entry {
	all := d.objects[schema.GroupKind{Group: kind.Group, Kind: kind.Kind}]
	if namespace == "" {
		return all
	}
	from := sort.Search(len(all), func(i int) bool { return all[i].namespace >= namespace })
	to := sort.Search(len(all), func(i int) bool { return all[i].namespace > namespace })
	return all[from:to]
}

// gap says why the objects that the dump has of a kind, in a namespace or in
// all, may not be all there were: as whole objects, or as rows of metadata. It is false
// where they are.
func (d *Dump) gap(kind trace.Kind, namespace string, rows bool) (trace.Problem, bool) {
	if !d.Complete() {
		return unsaid, !d.lacks(kind, namespace)
	}
	var failed *snapshotProblem
	var only []string
	for _, r := range d.reads[schema.GroupResource{Group: kind.Group, Resource: kind.Resource}] {
		if r.Rows && !rows {
			continue
		}
		reaches := len(r.Names) == 0 && (len(r.Namespaces) == 0 || namespace != "" && slices.Contains(r.Namespaces, namespace))
		switch {
		case reaches && r.Problem == nil:
			return trace.Problem{}, false
		case r.Problem != nil && (reaches || namespace == "" && (len(r.Names) == 0 || len(r.Namespaces) == 0)):
			failed = r.Problem
		case r.Problem == nil && len(r.Names) == 0 && !slices.Contains(only, r.Namespaces[0]):
			only = append(only, r.Namespaces...)
		}
	}
	switch {
	case failed != nil:
		return failed.problem(), true
	case len(only) > 0:
		return trace.Problem{
			About:   trace.Part{Words: "namespaces other than " + strings.Join(only, ", ")},
			Reason:  trace.NotInDump,
			Message: "the snapshot was made of these namespaces only",
		}, true
	}
	return trace.Problem{
		About: trace.PartOf(kind, namespace, ""), Reason: trace.NotInDump, Message: "the snapshot was made without them",
	}, true
}

// lacks reports whether a list was copied that shows that there is no object of a kind in a namespace.
func (d *Dump) lacks(kind trace.Kind, namespace string) bool {
	none := d.none[typed(kind.Group, kind.Kind)]
	return slices.Contains(none, place{}) || namespace != "" && slices.Contains(none, place{namespace: namespace})
}

// lookedFor reports whether the dump was made by asking for this very object, and what
// that met.
func (d *Dump) lookedFor(kind trace.Kind, namespace, name string) (looked bool, failed *snapshotProblem) {
	for _, r := range d.reads[schema.GroupResource{Group: kind.Group, Resource: kind.Resource}] {
		if !slices.Contains(r.Names, name) || len(r.Namespaces) > 0 && !slices.Contains(r.Namespaces, namespace) {
			continue
		}
		looked, failed = looked || r.Problem == nil, cmp.Or(failed, r.Problem)
	}
	if looked {
		failed = nil
	}
	return looked, failed
}

// filtered reports whether the dump left out some of the objects it saw.
func (d *Dump) filtered(kind trace.Kind) bool {
	for _, r := range d.reads[schema.GroupResource{Group: kind.Group, Resource: kind.Resource}] {
		if r.Filter != "" {
			return true
		}
	}
	return false
}

// object decodes the object anew, so that the caller may keep and change it.
func (e *entry) object() (*unstructured.Unstructured, error) {
	obj := &unstructured.Unstructured{}
	if err := utiljson.Unmarshal(e.raw, &obj.Object); err != nil {
		return nil, fmt.Errorf("decoding %s %s: %w", e.kind, e.name, err)
	}
	obj.SetAPIVersion(e.apiVersion)
	obj.SetKind(e.kind)
	obj.SetName(e.name)
	obj.SetNamespace(e.namespace)
	return obj, nil
}
