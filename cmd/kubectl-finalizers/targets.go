package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/cli-runtime/pkg/resource"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// askFlags are the flags by which a person says what a command is about and
// where to read it.
type askFlags struct {
	allNamespaces bool
	files         resource.FilenameOptions
	sourceFlags
	selectFlags
	catalogues []string
}

func (f *askFlags) add(flags *pflag.FlagSet) {
	flags.BoolVarP(&f.allNamespaces, "all-namespaces", "A", false, "Look for the objects in all namespaces.")
	flags.StringSliceVarP(&f.files.Filenames, "filename", "f", nil, "Files, folders or URLs whose objects to ask about; - is standard input.")
	flags.BoolVarP(&f.files.Recursive, "recursive", "R", false, "Use the folders below those of -f too.")
	flags.StringVarP(&f.files.Kustomize, "kustomize", "k", "", "A kustomization folder whose objects to ask about.")
	f.sourceFlags.add(flags)
	f.addSelect(flags)
	addCatalogue(flags, &f.catalogues)
}

// named reports whether the flags name objects.
func (f *askFlags) named() bool { return len(f.files.Filenames) > 0 || f.files.Kustomize != "" }

// question is what the person asked about, before the cluster was asked what
// it means.
type question struct {
	args  []string // TYPE/NAME ..., TYPE NAME ..., TYPE
	files resource.FilenameOptions
	// namespace is that of the command line or the context. everywhere looks in
	// all namespaces instead.
	namespace  string
	everywhere bool
	// going leaves out, of all objects of a type, those that nobody deletes.
	going bool
	// labels and fields leave out, of all objects of a type, those that have others;
	// nil for none.
	labels labels.Selector
	fields fields.Selector
}

// ask reads from the command line which objects are meant.
func (a *app) ask(args []string, f *askFlags) (question, error) {
	if len(args) == 0 && !f.named() && !f.selects() {
		return question{}, usageError(errors.New("no object is named"), "use TYPE/NAME, TYPE NAME or -f FILE")
	}
	return a.askAny(args, f)
}

// askAny is ask for a command that means everything where nothing is named.
func (a *app) askAny(args []string, f *askFlags) (question, error) {
	q := question{args: args, files: f.files, everywhere: f.allNamespaces}
	if err := f.check(); err != nil {
		return q, err
	}
	if len(args) > 0 && f.named() {
		return q, usageError(errors.New("-f cannot be used with objects on the command line"), "name them in one of the two ways")
	}
	if err := f.choose(&q); err != nil {
		return q, err
	}
	if len(args) > 0 {
		if err := cluster.CheckArgs(args); err != nil {
			return q, usageError(err, "")
		}
	}
	if err := a.checkNamespaces(f.allNamespaces); err != nil {
		return q, err
	}
	if f.allNamespaces || f.from != "" && *a.flags.Namespace == "" {
		q.everywhere = true // the context has nothing to do with a dump either
		return q, nil
	}
	namespace, _, err := a.flags.ToRawKubeConfigLoader().Namespace()
	if err != nil {
		return q, a.wayOn(fmt.Errorf("reading the kubeconfig: %w", err))
	}
	q.namespace = namespace
	return q, nil
}

// targets finds the objects that are meant.
func (q question) targets(ctx context.Context, s *source) ([]trace.Target, error) {
	s.tellShared(q.types())
	if len(q.args) == 1 && !strings.Contains(q.args[0], "/") {
		return q.ofTypes(ctx, s)
	}
	named, err := q.named(s)
	if err != nil || !q.everywhere {
		return named, err
	}
	return locate(ctx, s, named)
}

// named are the objects by type and name; the namespace is empty where all are
// to be searched.
func (q question) named(s *source) ([]trace.Target, error) {
	if len(q.args) == 0 {
		return q.fromFiles(s)
	}
	return s.types.Targets(q.namespace, q.args)
}

// fromFiles asks for the objects of manifests as they are in the cluster.
func (q question) fromFiles(s *source) ([]trace.Target, error) {
	objects, err := readManifests(q.files)
	if err != nil {
		return nil, err
	}
	var targets []trace.Target
	for _, o := range objects {
		kind, err := lookupNamed(s, o)
		if err != nil {
			return nil, fmt.Errorf("looking for %s/%s: %w", o.kind.Kind, o.name, err)
		}
		t := trace.Target{Kind: kind, Name: o.name}
		if kind.Namespaced {
			t.Namespace = o.namespace
		}
		if kind.Namespaced && t.Namespace == "" {
			t.Namespace = q.namespace
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// lookupNamed finds the kind of an object of a manifest, in the version that the
// server prefers: that of the manifest may be one that is no longer served.
func lookupNamed(s *source, o named) (trace.Kind, error) {
	if kind, err := s.types.Lookup(o.kind.Kind + "." + o.kind.Group); err == nil && kind.Group == o.kind.Group {
		return kind, nil
	}
	return s.types.Lookup(o.kind.Kind + "." + o.kind.Version + "." + o.kind.Group)
}

// ofTypes asks for every object of the types. That there is none is an answer, as
// it is for kubectl get; that a dump was written without them is not.
func (q question) ofTypes(ctx context.Context, s *source) ([]trace.Target, error) {
	kinds, err := s.types.LookupAll(q.args[0])
	if err != nil {
		return nil, &codedError{Code: exitError, Err: err, Hint: "to ask about one object, use TYPE/NAME or TYPE NAME"}
	}
	var scopes []trace.Scope
	for _, k := range kinds {
		scope := trace.Scope{Kind: k}
		if k.Namespaced && !q.everywhere {
			scope.Namespace = q.namespace
		}
		if q.fields != nil && s.live != nil {
			scope.Fields = q.fields.String()
		}
		scopes = append(scopes, scope)
	}
	targets, partial, err := scan(ctx, s, scopes, q.want(), func(_ trace.Target, row *trace.Row) bool {
		return (!q.going || !row.Deleted.IsZero()) && q.selects(row)
	})
	switch {
	case err != nil:
		return nil, err
	case partial && len(targets) == 0 && !q.going:
		return nil, fmt.Errorf("the dump has no %s%s", q.args[0], q.place())
	case q.fields != nil && s.live == nil:
		return q.withFields(ctx, s, targets)
	}
	return targets, nil
}

// withFields keeps the objects of a dump that have the fields.
func (q question) withFields(ctx context.Context, s *source, targets []trace.Target) ([]trace.Target, error) {
	var chosen []trace.Target
	for _, t := range targets {
		obj, err := s.Get(ctx, t.Kind, t.Namespace, t.Name)
		if err != nil {
			return nil, fmt.Errorf("looking at the fields of %s: %w", trace.Describe(t.Kind, t.Namespace, t.Name), err)
		}
		if q.fields.Matches(fieldsOf(obj, q.fields)) {
			chosen = append(chosen, t)
		}
	}
	return chosen, nil
}

// types are the types as they were typed.
func (q question) types() []string {
	var types []string
	for _, arg := range q.args {
		of, _, slashed := strings.Cut(arg, "/")
		types = append(types, strings.Split(of, ",")...)
		if !slashed {
			break // the others are names
		}
	}
	return types
}

// nothing says, in kubectl's words, that there is no object of the types, and the
// way on.
func (q question) nothing(s *source) string {
	if q.inOneNamespace(s) {
		return "No resources found in " + render.Line(q.namespace) + " namespace.\n" + everywhereHint
	}
	return "No resources found"
}

// inOneNamespace reports whether objects of the types, or any where no type was
// named, may be in other namespaces than where they were looked for.
func (q question) inOneNamespace(s *source) bool {
	if q.everywhere || len(q.args) == 0 {
		return !q.everywhere && len(q.files.Filenames) == 0 && q.files.Kustomize == ""
	}
	if len(q.args) > 1 || strings.Contains(q.args[0], "/") {
		return false
	}
	kinds, err := s.types.LookupAll(q.args[0])
	return err == nil && slices.ContainsFunc(kinds, func(k trace.Kind) bool { return k.Namespaced })
}

// want are the labels that the selector looks at.
func (q question) want() trace.Want {
	var want trace.Want
	if q.labels == nil {
		return want
	}
	requirements, _ := q.labels.Requirements()
	for _, r := range requirements {
		want.Labels = append(want.Labels, r.Key())
	}
	return want
}

// selects reports whether an object has the labels that are asked for.
func (q question) selects(row *trace.Row) bool {
	if q.labels == nil {
		return true
	}
	set := labels.Set{}
	for _, l := range row.Labels {
		set[string(l.Key)] = string(l.Value)
	}
	return q.labels.Matches(set)
}

func (q question) place() string {
	if q.everywhere {
		return ""
	}
	return " in namespace " + q.namespace
}

// searched says, as the continuation of "nothing", where objects were looked for
// that the person did not name.
func (q question) searched() string {
	switch {
	case len(q.args) > 0:
		return "of that type" + q.place()
	case q.namespace == "":
		return ""
	}
	return strings.TrimPrefix(q.place(), " ")
}

// locate finds the namespaces of objects that are known by type and name alone.
func locate(ctx context.Context, s *source, named []trace.Target) ([]trace.Target, error) {
	var found []trace.Target
	for _, n := range named {
		if !n.Kind.Namespaced || n.Namespace != "" {
			found = append(found, n)
			continue
		}
		all, partial, err := scan(ctx, s, []trace.Scope{{Kind: n.Kind}}, trace.Want{}, func(t trace.Target, _ *trace.Row) bool { return t.Name == n.Name })
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

// scan lists the scopes. What cannot be listed is an error here: it is what was
// asked for. That a dump may lack some is not, but partial then: it is asked for
// what it has.
func scan(ctx context.Context, s *source, scopes []trace.Scope, want trace.Want, keep func(trace.Target, *trace.Row) bool) (targets []trace.Target, partial bool, err error) {
	problems := s.Scan(ctx, scopes, want, func(k trace.Kind, row *trace.Row) {
		if t := (trace.Target{Kind: k, Namespace: string(row.Namespace), Name: string(row.Name)}); keep(t, row) {
			targets = append(targets, t)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	for _, p := range problems {
		if p.Reason != trace.NotInDump {
			return nil, false, fmt.Errorf("listing %s: %s", p.About, p.Message)
		}
		partial = true
	}
	return targets, partial, nil
}
