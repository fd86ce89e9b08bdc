package sight

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Everything lists what can be listed, in all namespaces, without what nothing
// belongs to.
func (w *View) Everything() []trace.Scope {
	var scopes []trace.Scope
	for _, k := range w.Kinds {
		if k.Listable && !ComputedKind(k) && k.Group != manifest.LeaseGroup {
			scopes = append(scopes, trace.Scope{Kind: k})
		}
	}
	return slices.Clip(scopes)
}

// ComputedKind reports whether the collector itself leaves a kind out, or the
// server makes its objects anew for each request.
func ComputedKind(k trace.Kind) bool {
	switch k.Group {
	case "", "events.k8s.io":
		return k.Kind == "Event" || k.Kind == "ComponentStatus"
	}
	return computedGroup(k.Group)
}

// Unserved returns what keeps API groups with objects of their own from being
// read; of these not even the kinds are known.
func (w *View) Unserved() []trace.Problem {
	return slices.DeleteFunc(slices.Clone(w.Broken), func(p trace.Problem) bool { return computedGroup(p.About.Group) })
}

func computedGroup(group string) bool {
	return group == "metrics.k8s.io" || group == "custom.metrics.k8s.io" || group == "external.metrics.k8s.io"
}

// Kind returns a kind that is served.
func (w *View) Kind(group, kind string) (trace.Kind, bool) {
	k, ok := w.byKind[GroupKind{group, kind}]
	return k, ok
}

// GroupBroken reports whether the API group could not be asked for its kinds,
// so that a kind of it that is not served may exist all the same.
func (w *View) GroupBroken(group string) bool {
	return slices.ContainsFunc(w.Broken, func(p trace.Problem) bool {
		return p.About.APIGroup() && p.About.Group == group
	})
}
