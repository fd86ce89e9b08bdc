package kube

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/storage"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/marks"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// GoesWith says what goes with an object, or is left where nobody looks after it,
// once its last finalizer is off.
func GoesWith(ctx context.Context, h *hearing.Case) explain.Cost {
	switch {
	case h.Object == nil:
	case h.Kind.Group == "" && h.Kind.Kind == "PersistentVolumeClaim":
		return storage.GoesWithClaim(ctx, h)
	case h.Kind.Group == "" && h.Kind.Kind == "PersistentVolume":
		return storage.GoesWithVolume(h)
	case h.Kind.IsDefinition():
		return goesWithDefinition(ctx, h)
	}
	return explain.Cost{}
}

// LostWith says what goes for good with an object that is deleted as it should be.
func LostWith(ctx context.Context, h *hearing.Case) explain.Cost {
	switch {
	case h.Object == nil, h.Kind.IsNamespace(), h.Kind.IsPod():
	case h.Kind.Group == "" && h.Kind.Kind == "PersistentVolumeClaim":
		if cost := storage.GoesWithClaim(ctx, h); cost.Risk == explain.RiskHigh {
			return cost
		}
	case h.Kind.Group == "" && h.Kind.Kind == "PersistentVolume", h.Kind.Group == manifest.CrdGroup:
	default:
		names := hearing.IdentityOf(h)
		if h.Kind.MayBeCustom() {
			names = marks.Undoing(h)
		}
		if names != "" {
			return explain.Cost{Loss: "What it stands for goes with it", Identity: names, Risk: explain.RiskHigh}
		}
	}
	return explain.Cost{}
}

// goesWithDefinition are its objects, which stay in the storage of the API server.
func goesWithDefinition(ctx context.Context, h *hearing.Case) explain.Cost {
	plural, group := definedType(h)
	instances := h.View.Sketch(ctx, group, manifest.Str(h.Object, "spec", "names", "kind"), "")
	switch n := len(instances.Rows); {
	case n > 0:
		var spaces []string
		for i := range instances.Rows {
			if ns := instances.Rows[i].Namespace; ns != "" {
				spaces = append(spaces, ns)
			}
		}
		slices.Sort(spaces)
		spaces = slices.Compact(spaces)
		in := phrase.Prefixed(" in "+phrase.Plural(len(spaces), "namespace ", "namespaces "), phrase.Names(spaces))
		return explain.Cost{Loss: phrase.Count(n, "object of its kind", "objects of its kind") + in + " " + phrase.Plural(n, "stays", "stay") + " in the storage of the API server, without a way to reach " + phrase.Plural(n, "it", "them"), Risk: explain.RiskHigh}
	case !instances.Complete:
		return explain.Cost{Loss: "What there is of " + plural + " could not be read; it would stay in the storage of the API server, without a way to reach it", Risk: explain.RiskHigh}
	}
	return explain.Cost{}
}
