package install

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const olmGroup = "operators.coreos.com"

// subscription is an operator of OLM: a Subscription that goes leaves the version that it
// has installed, and that one leaves its definitions.
func (f *Finder) subscription(ctx context.Context, t trace.Target) (*Installation, error) {
	obj, err := f.Reader.Get(ctx, t.Kind, t.Namespace, t.Name)
	if err != nil {
		return nil, err
	}
	out := &Installation{Title: "the operator of " + trace.Describe(t.Kind, t.Namespace, t.Name), Targets: []trace.Target{t}}
	installed := field(obj, "status", "installedCSV")
	kind, served := f.kind(olmGroup, "ClusterServiceVersion")
	if installed == "" || !served {
		return out, nil
	}
	csv := trace.Target{Kind: kind, Namespace: t.Namespace, Name: installed}
	out.Targets = append(out.Targets, csv)
	f.keptBy(ctx, out, csv)
	return out, ctx.Err()
}

// version is an operator of OLM by its ClusterServiceVersion, with the Subscription that
// has installed it.
func (f *Finder) version(ctx context.Context, t trace.Target) (*Installation, error) {
	out := &Installation{Title: "the operator of " + trace.Describe(t.Kind, t.Namespace, t.Name)}
	if kind, served := f.kind(olmGroup, "Subscription"); served {
		scope := trace.Scope{Kind: kind, Namespace: t.Namespace}
		err := f.Reader.List(ctx, scope, func(s *unstructured.Unstructured) {
			if field(s, "status", "installedCSV") == t.Name {
				out.Targets = append(out.Targets, trace.Target{Kind: kind, Namespace: s.GetNamespace(), Name: s.GetName()})
			}
		})
		if err != nil {
			out.Incomplete = append(out.Incomplete, f.Reader.Problem(trace.PartOf(kind, t.Namespace, ""), err))
		}
	}
	slices.SortFunc(out.Targets, compareTargets)
	out.Targets = append(out.Targets, t)
	f.keptBy(ctx, out, t)
	return out, ctx.Err()
}

// keptBy adds the definitions that a version owns: OLM leaves them, with their objects.
func (f *Finder) keptBy(ctx context.Context, out *Installation, csv trace.Target) {
	obj, err := f.Reader.Get(ctx, csv.Kind, csv.Namespace, csv.Name)
	if err != nil {
		out.Incomplete = append(out.Incomplete, f.Reader.Problem(trace.PartOf(csv.Kind, csv.Namespace, csv.Name), err))
		return
	}
	kind, served := f.kind(definitionGroup, "CustomResourceDefinition")
	if !served {
		return
	}
	owned, _, _ := unstructured.NestedSlice(obj.Object, "spec", "customresourcedefinitions", "owned")
	for _, o := range owned {
		if fields, ok := o.(map[string]any); ok {
			if name, _ := fields["name"].(string); name != "" {
				out.Kept = append(out.Kept, Kept{trace.Target{Kind: kind, Name: name}, "OLM leaves the definitions of an operator"})
			}
		}
	}
	slices.SortFunc(out.Kept, func(a, b Kept) int { return compareTargets(a.Target, b.Target) })
}

func field(obj *unstructured.Unstructured, path ...string) string {
	text, _, _ := unstructured.NestedString(obj.Object, path...)
	return text
}
