package signs

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Elsewhere is a stage that decides nothing: it tells how the object of the
// same name fares in the other cluster.
func Elsewhere(ctx context.Context, h *hearing.Case) bool {
	if h.View.Also == nil || !h.Node.Asked {
		return false
	}
	defer h.MarkTelling(len(h.Hold.Evidence))
	source := "context " + h.View.Also.Name
	kind, served, err := kindElsewhere(ctx, h, h.Kind.Group, h.Kind.Kind)
	switch {
	case err != nil:
		h.View.Note(h.View.Also.Reader.Problem(hereIn(h, source), err))
		h.Hint(source, "could not be asked")
		return false
	case !served:
		h.Fact(source, "it does not know the kind "+h.Kind.Kind+": the object is not there")
		missingElsewhere(h, source)
		return false
	}
	obj, err := h.View.Also.Reader.Get(ctx, kind, h.Node.Namespace, h.Node.Name)
	switch {
	case apierrors.IsNotFound(err):
		h.Fact(source, "there is no object of this name")
		missingElsewhere(h, source)
	case err != nil:
		h.View.Note(h.View.Also.Reader.Problem(hereIn(h, source), err))
		h.Hint(source, "could not be read")
	case string(obj.GetUID()) == h.Node.UID:
		h.Hint(source, "it is the same cluster: the object there is this one")
	case obj.GetDeletionTimestamp() != nil:
		h.Fact(source, "an object of this name is there, and is being deleted too, for "+h.View.Ago(obj.GetDeletionTimestamp().UTC()))
		h.Elsewhere = trace.Deleting
		h.Warn("the one in " + source + " is being deleted too: find out which of them is the real one before anything is removed")
	default:
		livesElsewhere(ctx, h, source, obj)
	}
	return false
}

// hereIn is the object of the same name in another cluster.
func hereIn(h *hearing.Case, source string) trace.Part {
	about := trace.PartOf(h.Kind, h.Node.Namespace, h.Node.Name)
	about.Cluster = source
	return about
}

// livesElsewhere tells of an object of the same name that lives. A name proves
// nothing: only with proof that it stands for the same it is the real one.
func livesElsewhere(ctx context.Context, h *hearing.Case, source string, there *unstructured.Unstructured) {
	found := "an object of this name lives there, made " + h.View.Ago(there.GetCreationTimestamp().UTC()) + " ago and not being deleted" +
		phrase.Prefixed("; its phase is ", manifest.Str(there, "status", "phase"))
	switch s := sameAs(ctx, h, there); {
	case s.other != "":
		h.Hint(source, found+"; it does not stand for the same: "+s.other)
	case s.proof != "":
		h.Elsewhere = trace.Live
		h.Fact(source, found)
		h.Fact(source, "it stands for the same: "+s.proof)
	default:
		h.Hint(source, found+"; nothing tells that it stands for the same")
	}
}

func missingElsewhere(h *hearing.Case, source string) {
	h.Elsewhere = trace.Gone
	h.Warn("the object is not in " + source + ": what it stands for may live nowhere but here")
}

// kindElsewhere finds the kind as the other cluster serves it.
func kindElsewhere(ctx context.Context, h *hearing.Case, group, kind string) (trace.Kind, bool, error) {
	kinds, _, err := h.View.Also.Reader.Kinds(ctx)
	if err != nil {
		return trace.Kind{}, false, err
	}
	for _, k := range kinds {
		if k.Group == group && k.Kind == kind {
			return k, true, nil
		}
	}
	return trace.Kind{}, false, nil
}
