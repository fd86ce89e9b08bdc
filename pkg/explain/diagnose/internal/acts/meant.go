package acts

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// OfKind are the objects that words mean which name no more than a kind: the one that they name as its value, those with the
// labels that they tell, and else those that own the object, that it refers to, or that depend on it.
func OfKind(ctx context.Context, h *hearing.Case, word, words string) []trace.Ref {
	kinds := KindsCalled(h, word)
	if out := asValue(ctx, h, kinds, words); len(out) > 0 {
		return out
	}
	if out := labelled(ctx, h, kinds, words); len(out) > 0 {
		return out
	}
	meant := func(ref trace.Ref) bool {
		return slices.ContainsFunc(kinds, func(k trace.Kind) bool { return k.Kind == ref.Kind && k.Group == ref.Group })
	}
	var out []trace.Ref
	if h.Object != nil {
		for _, o := range h.Object.GetOwnerReferences() {
			if ref := Scoped(h, trace.Ref{Group: trace.GroupOf(o.APIVersion), Kind: o.Kind, Namespace: h.Node.Namespace, Name: o.Name}); word == "owner" || word == "parent" || meant(ref) {
				out = append(out, ref)
			}
		}
		for _, l := range h.View.Catalogue.Links(h.Kind, h.Object) {
			if !l.Up && meant(l.Target) {
				out = append(out, Scoped(h, l.Target))
			}
		}
	}
	out = append(out, slices.DeleteFunc(beneath(h), func(ref trace.Ref) bool { return !meant(ref) })...)
	if len(out) > 0 {
		return out
	}
	return inSpec(ctx, h, kinds)
}

// beneath are the objects that the graph leads down to.
func beneath(h *hearing.Case) []trace.Ref {
	g := h.View.Graph
	if g == nil {
		return nil
	}
	at, known := g.Index[h.Node.UID]
	if !known {
		return nil
	}
	var out []trace.Ref
	for _, e := range g.Below[at] {
		if below := &g.Nodes[e.To]; below.State != trace.Gone {
			out = append(out, below.Ref)
		}
	}
	return out
}

// pair is a key and its value, as labels and the fields of a line of a log are written.
var pair = regex.New(`(?:^|[\s"'(,{])([A-Za-z][\w.-]*(?:/[\w.-]+)?)=["']?([\w.-]+(?:/[\w.-]+)?)`)

// asValue are the objects that words name as the value of a field that is called after their kind: job=purge-1. They are there.
func asValue(ctx context.Context, h *hearing.Case, kinds []trace.Kind, words string) (out []trace.Ref) {
	for _, m := range pair.FindAllStringSubmatch(words, MostNamed) {
		called := KindsCalled(h, m[1])
		for _, k := range kinds {
			if !slices.ContainsFunc(called, func(c trace.Kind) bool { return c.Group == k.Group && c.Kind == k.Kind }) {
				continue
			}
			namespace, name, slashed := strings.Cut(m[2], "/")
			if !slashed {
				namespace, name = h.Node.Namespace, m[2]
			}
			at := Scoped(h, trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: namespace, Name: name})
			if at != h.Node.Ref && !slices.Contains(out, at) && h.View.Look(ctx, at).Object != nil {
				out = append(out, at)
			}
		}
	}
	return out
}

// byLabel is how words say that objects are told by their labels.
var byLabel = regex.New(`(?i)\b(?:label(?:s|l?ed)?|selector|matching)\b`)

// labelled are the objects of the kinds that have the labels which words tell.
func labelled(ctx context.Context, h *hearing.Case, kinds []trace.Kind, words string) (out []trace.Ref) {
	at := byLabel.FindStringIndex(words)
	if at == nil {
		return nil
	}
	wanted := labels.Set{}
	for _, m := range pair.FindAllStringSubmatch(words[at[1]:], MostNamed) {
		wanted[m[1]] = strings.TrimRight(m[2], ".")
	}
	if len(wanted) == 0 {
		return nil
	}
	for _, k := range kinds {
		for _, obj := range h.View.Skim(ctx, k.Group, k.Kind, h.Node.Namespace).Objects {
			if ref := manifest.RefOf(k.Group, k.Kind, obj); ref != h.Node.Ref && len(out) < MostNamed && wanted.AsSelector().Matches(labels.Set(obj.GetLabels())) {
				out = append(out, ref)
			}
		}
	}
	return out
}

// inSpec are the objects of the kinds at which fields of the spec point that are called after their kind, in whatever
// namespace these say. They are there.
func inSpec(ctx context.Context, h *hearing.Case, kinds []trace.Kind) (out []trace.Ref) {
	for _, f := range fieldsOf(specOf(h), "spec", mostDeep) {
		name := nameOf(f)
		called := KindsCalled(h, sortOf(strings.TrimSuffix(f.key, "s")))
		if name == "" || len(called) == 0 {
			continue
		}
		for _, k := range kinds {
			if !slices.ContainsFunc(called, func(c trace.Kind) bool { return c.Group == k.Group && c.Kind == k.Kind }) {
				continue
			}
			at := Scoped(h, trace.Ref{Group: k.Group, Kind: k.Kind, Namespace: cmp.Or(namespaceIn(f.value), h.Node.Namespace), Name: name})
			if at != h.Node.Ref && !slices.Contains(out, at) && len(out) < MostNamed && h.View.Look(ctx, at).Object != nil {
				out = append(out, at)
			}
		}
	}
	return out
}

// namespaceIn is the namespace that a reference gives, empty for none.
func namespaceIn(value any) string {
	ref, _ := value.(map[string]any)
	namespace, _ := ref["namespace"].(string)
	return namespace
}
