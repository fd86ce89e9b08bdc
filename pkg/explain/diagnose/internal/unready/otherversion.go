package unready

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/version"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// noMatch is how client-go says that the server does not serve a kind in the version that it asks for.
var noMatch = regex.New(`no matches for kind "([^"]+)" in version "([^"/]+)/([^"]+)"`)

// OtherVersion is the step for a kind of which the definition does not serve the version that a program asks for: the two
// are of two releases. It has no text where the words tell of nothing of the kind.
func OtherVersion(ctx context.Context, w *sight.View, words string) (step explain.Step) {
	m := noMatch.FindStringSubmatch(words)
	if m == nil || w.Copied {
		return step
	}
	kind, served := w.Kind(m[2], m[1])
	if !served {
		return step
	}
	definition := w.Look(ctx, trace.Ref{Group: manifest.CrdGroup, Kind: manifest.CrdKind, Name: kind.Resource + "." + kind.Group}).Object
	if definition == nil { // of Kubernetes itself, or not to be read
		return step
	}
	versions := servedVersions(definition)
	if len(versions) == 0 || slices.Contains(versions, m[3]) { // by now
		return step
	}
	asks := "its release asks for " + kind.Kind + " as " + m[2] + "/" + m[3] + ", and the server serves " + phrase.And(versions)
	if version.CompareKubeAwareVersionStrings(m[3], versions[0]) < 0 {
		return explain.Tell("update the controller to a release that works with what is served: " + asks)
	}
	return explain.Tell("apply the definition of " + kind.Kind + " that comes with the controller: " + asks)
}

// servedVersions are those that a definition serves, the newest first.
func servedVersions(definition *unstructured.Unstructured) (names []string) {
	for _, v := range manifest.MapsAt(definition, "spec", "versions") {
		name, _ := v["name"].(string)
		if served, _ := v["served"].(bool); served {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return version.CompareKubeAwareVersionStrings(b, a) })
	return names
}
