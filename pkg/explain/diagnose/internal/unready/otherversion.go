package unready

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// noMatch is how client-go says that the server does not serve a kind in the version that it asks for.
var noMatch = regex.New(`no matches for kind "([^"]+)" in version "([^"/]+)/([^"]+)"`)

// OtherVersion is the step for a kind that is served, and not in the version that a program asks for: it and the definition are of
// two releases. It has no text where the words tell of nothing of the kind.
func OtherVersion(ctx context.Context, w *sight.View, words string) (step explain.Step) {
	m := noMatch.FindStringSubmatch(words)
	if m == nil || w.Copied {
		return step
	}
	kind, served := w.Kind(m[2], m[1])
	if !served {
		return step
	}
	definition := trace.Ref{Group: "apiextensions.k8s.io", Kind: "CustomResourceDefinition", Name: kind.Resource + "." + kind.Group}
	versions := []string{kind.Version}
	if obj := w.Look(ctx, definition).Object; obj != nil {
		versions = servedVersions(obj)
	}
	if slices.Contains(versions, m[3]) { // by now
		return step
	}
	return explain.Tell("apply the definition of " + kind.Kind + " that comes with the release of the controller that runs: that asks for " + m[2] + "/" + m[3] +
		", and the server serves " + phrase.And(versions) + "; or run the release of before, which works with that")
}

// servedVersions are those that a definition serves.
func servedVersions(definition *unstructured.Unstructured) (names []string) {
	versions, _, _ := unstructured.NestedSlice(definition.Object, "spec", "versions")
	for _, item := range versions {
		v, _ := item.(map[string]any)
		name, _ := v["name"].(string)
		if served, _ := v["served"].(bool); served {
			names = append(names, name)
		}
	}
	return names
}
