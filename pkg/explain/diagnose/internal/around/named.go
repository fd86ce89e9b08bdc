package around

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
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
	return append(out, Hooks(ctx, h)...)
}

// OfProject reports whether a domain is of the project of the finalizer, or of the kind.
func OfProject(h *hearing.Case, domain string) bool {
	return catalogue.SameDomain(domain, h.Finalizer) || catalogue.SameDomain(domain, h.Kind.Group+"/")
}

var (
	// runsAtEnd is how an annotation is called that names what runs when its object goes.
	runsAtEnd = regex.New(`(?i)hook|(?:pre|post|before|on)-?(?:delet|stop|terminat|remov)|drain|clean-?up|teardown|finali[sz]e`)
	// placeAndName is how it names that: by its name, or with its namespace before it.
	placeAndName = regex.New(`^(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9][a-z0-9.-]*[a-z0-9])$`)
)

// Hooks are the workloads that annotations of its project name to run when the object goes: in its namespace, in that which is
// named, or the only one of that name.
func Hooks(ctx context.Context, h *hearing.Case) (out []Object) {
	marks := h.Object.GetAnnotations()
	for _, key := range slices.Sorted(maps.Keys(marks)) {
		host, _, _ := strings.Cut(key, "/")
		m := placeAndName.FindStringSubmatch(marks[key])
		if m == nil || !runsAtEnd.MatchString(key) || !OfProject(h, host) {
			continue
		}
		all := holder.WorkloadsOf(ctx, h.View, h.Node.Namespace)
		found := all.Named(cmp.Or(m[1], h.Node.Namespace), m[2])
		if len(found) == 0 && m[1] == "" {
			if found = all.Named("", m[2]); len(found) != 1 {
				continue
			}
		}
		for _, at := range found {
			if at != h.Holder.Workload {
				out = append(out, Object{Ref: at, How: "its annotation " + key + " names"})
			}
		}
	}
	return out
}
