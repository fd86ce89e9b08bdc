package around

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// named is what the object names: in its spec, and in annotations of its project.
func named(ctx context.Context, h *hearing.Case) (out []Object) {
	for _, l := range h.View.Catalogue.Links(h.Kind, h.Object) {
		if l.Target.Name != "" {
			out = append(out, Object{Ref: acts.Scoped(h, l.Target), How: ItRefersTo})
		}
	}
	for _, at := range acts.PointsAt(h) {
		out = append(out, Object{Ref: at, How: ItRefersTo})
	}
	for _, by := range acts.HandledBy(h) {
		out = append(out, Object{Ref: by.Ref, How: ItRefersTo})
	}
	return append(out, hooks(ctx, h)...)
}

// OfProject reports whether a domain is of the project of the finalizer, or of the kind.
func OfProject(h *hearing.Case, domain string) bool {
	return catalogue.SameDomain(domain, h.Finalizer) || catalogue.SameDomain(domain, h.Kind.Group+"/")
}

// mostHooks bounds how many annotations are looked up.
const mostHooks = 4

// placeAndName is how an annotation names something that runs: by its name, or that of its namespace before it.
var placeAndName = regex.New(`^(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9][a-z0-9.-]*[a-z0-9])$`)

// hooks are the workloads that annotations of its project name.
func hooks(ctx context.Context, h *hearing.Case) (out []Object) {
	looked := 0
	marks := h.Object.GetAnnotations()
	for _, key := range slices.Sorted(maps.Keys(marks)) {
		host, _, _ := strings.Cut(key, "/")
		m := placeAndName.FindStringSubmatch(marks[key])
		if m == nil || looked == mostHooks || !OfProject(h, host) {
			continue
		}
		looked++
		for _, kind := range []string{"Deployment", "StatefulSet", "DaemonSet"} {
			at := trace.Ref{Group: "apps", Kind: kind, Namespace: m[1], Name: m[2]}
			if at.Namespace == "" {
				at.Namespace = h.Node.Namespace
			}
			if at.Namespace != "" && at != h.Holder.Workload && h.View.Glance(ctx, at).Object != nil {
				out = append(out, Object{Ref: at, How: "its annotation " + key + " names"})
			}
		}
	}
	return out
}
