// Package asked is what a person asks about, and which objects that means.
package asked

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/cli-runtime/pkg/resource"

	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/exit"
	"github.com/kubectl-finalizers/kubectl-finalizers/cmd/kubectl-finalizers/internal/source"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// EverywhereHint is the way on where a namespace holds nothing of what was asked for.
const EverywhereHint = "hint: -A looks in all namespaces"

// Question is what the person asked about, before the cluster was asked what
// it means.
type Question struct {
	Args  []string // TYPE/NAME ..., TYPE NAME ..., TYPE
	Files resource.FilenameOptions
	// Namespace is that of the command line or the context. Everywhere looks in
	// all namespaces instead.
	Namespace  string
	Everywhere bool
	// Going leaves out, of all objects of a type, those that nobody deletes.
	Going bool
	// Labels and Fields leave out, of all objects of a type, those that have others;
	// nil for none.
	Labels labels.Selector
	Fields fields.Selector
}

// Targets finds the objects that are meant.
func (q Question) Targets(ctx context.Context, s *source.Source) ([]trace.Target, error) {
	s.TellShared(q.types())
	if len(q.Args) == 1 && !strings.Contains(q.Args[0], "/") {
		return q.ofTypes(ctx, s)
	}
	named, err := q.named(s)
	if err != nil || !q.Everywhere {
		return named, err
	}
	return locate(ctx, s, named)
}

// named are the objects by type and name; the namespace is empty where all are
// to be searched.
func (q Question) named(s *source.Source) ([]trace.Target, error) {
	if len(q.Args) == 0 {
		return q.fromFiles(s)
	}
	return s.Types.Targets(q.Namespace, q.Args)
}

// fromFiles asks for the objects of manifests as they are in the cluster.
func (q Question) fromFiles(s *source.Source) ([]trace.Target, error) {
	objects, err := Manifests(q.Files)
	if err != nil {
		return nil, err
	}
	var targets []trace.Target
	for _, o := range objects {
		t, err := o.Target(s, q.Namespace)
		if err != nil {
			return nil, fmt.Errorf("looking for %s/%s: %w", o.Kind.Kind, o.Name, err)
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// ofTypes asks for every object of the types. That there is none is an answer, as
// it is for kubectl get; that a dump was written without them is not.
func (q Question) ofTypes(ctx context.Context, s *source.Source) ([]trace.Target, error) {
	kinds, err := s.Types.LookupAll(q.Args[0])
	if err != nil {
		return nil, &exit.Error{Code: exit.Failed, Err: err, Hint: "to ask about one object, use TYPE/NAME or TYPE NAME"}
	}
	var scopes []trace.Scope
	for _, k := range kinds {
		scope := trace.Scope{Kind: k}
		if k.Namespaced && !q.Everywhere {
			scope.Namespace = q.Namespace
		}
		if q.Fields != nil && s.Live != nil {
			scope.Fields = q.Fields.String()
		}
		scopes = append(scopes, scope)
	}
	targets, partial, err := s.Find(ctx, scopes, q.want(), func(_ trace.Target, row *trace.Row) bool {
		return (!q.Going || !row.Deleted.IsZero()) && q.selects(row)
	})
	switch {
	case err != nil:
		return nil, err
	case partial && len(targets) == 0 && !q.Going:
		return nil, fmt.Errorf("the dump has no %s%s", q.Args[0], q.Place())
	case q.Fields != nil && s.Live == nil:
		return q.withFields(ctx, s, targets)
	}
	return targets, nil
}

// withFields keeps the objects of a dump that have the fields.
func (q Question) withFields(ctx context.Context, s *source.Source, targets []trace.Target) ([]trace.Target, error) {
	var chosen []trace.Target
	for _, t := range targets {
		obj, err := s.Get(ctx, t.Kind, t.Namespace, t.Name)
		if err != nil {
			return nil, fmt.Errorf("looking at the fields of %s: %w", trace.Describe(t.Kind, t.Namespace, t.Name), err)
		}
		if q.Fields.Matches(fieldsOf(obj, q.Fields)) {
			chosen = append(chosen, t)
		}
	}
	return chosen, nil
}

// types are the types as they were typed.
func (q Question) types() []string {
	var types []string
	for _, arg := range q.Args {
		of, _, slashed := strings.Cut(arg, "/")
		types = append(types, strings.Split(of, ",")...)
		if !slashed {
			break // the others are names
		}
	}
	return types
}

// Nothing says, in kubectl's words, that there is no object of the types, and the
// way on.
func (q Question) Nothing(s *source.Source) string {
	if q.InOneNamespace(s) {
		return "No resources found in " + render.Line(q.Namespace) + " namespace.\n" + EverywhereHint
	}
	return "No resources found"
}

// InOneNamespace reports whether objects of the types, or any where no type was
// named, may be in other namespaces than where they were looked for.
func (q Question) InOneNamespace(s *source.Source) bool {
	if q.Everywhere || len(q.Args) == 0 {
		return !q.Everywhere && len(q.Files.Filenames) == 0 && q.Files.Kustomize == ""
	}
	if len(q.Args) > 1 || strings.Contains(q.Args[0], "/") {
		return false
	}
	kinds, err := s.Types.LookupAll(q.Args[0])
	return err == nil && slices.ContainsFunc(kinds, func(k trace.Kind) bool { return k.Namespaced })
}

// want are the labels that the selector looks at.
func (q Question) want() trace.Want {
	var want trace.Want
	if q.Labels == nil {
		return want
	}
	requirements, _ := q.Labels.Requirements()
	for _, r := range requirements {
		want.Labels = append(want.Labels, r.Key())
	}
	return want
}

// selects reports whether an object has the labels that are asked for.
func (q Question) selects(row *trace.Row) bool {
	if q.Labels == nil {
		return true
	}
	set := labels.Set{}
	for _, l := range row.Labels {
		set[string(l.Key)] = string(l.Value)
	}
	return q.Labels.Matches(set)
}

// Place says, behind a noun, where objects are looked for: nothing where that is everywhere.
func (q Question) Place() string {
	if q.Everywhere {
		return ""
	}
	return " in namespace " + q.Namespace
}

// Searched says, as the continuation of "nothing", where objects were looked for
// that the person did not name.
func (q Question) Searched() string {
	switch {
	case len(q.Args) > 0:
		return "of that type" + q.Place()
	case q.Namespace == "":
		return ""
	}
	return strings.TrimPrefix(q.Place(), " ")
}

// locate finds the namespaces of objects that are known by type and name alone.
func locate(ctx context.Context, s *source.Source, named []trace.Target) ([]trace.Target, error) {
	var found []trace.Target
	for _, n := range named {
		if !n.Kind.Namespaced || n.Namespace != "" {
			found = append(found, n)
			continue
		}
		all, partial, err := s.Find(ctx, []trace.Scope{{Kind: n.Kind}}, trace.Want{}, func(t trace.Target, _ *trace.Row) bool { return t.Name == n.Name })
		if err != nil {
			return nil, err
		}
		if len(all) == 0 && partial {
			return nil, fmt.Errorf("%s/%s is not in the dump", n.Kind.Resource, n.Name)
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("%s/%s not found in any namespace", n.Kind.Resource, n.Name)
		}
		found = append(found, all...)
	}
	return found, nil
}

// fieldsOf are the fields of an object that a selector looks at, as a server would
// find them where it knew them all. It is for dumps, which nobody serves.
func fieldsOf(obj *unstructured.Unstructured, selector fields.Selector) fields.Set {
	set := fields.Set{}
	for _, r := range selector.Requirements() {
		value, found, err := unstructured.NestedFieldNoCopy(obj.Object, strings.Split(r.Field, ".")...)
		if err == nil && found && value != nil {
			set[r.Field] = fmt.Sprint(value)
		}
	}
	return set
}
