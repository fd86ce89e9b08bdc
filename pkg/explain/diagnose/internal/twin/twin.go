package twin

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Of tells what has become of the object of the same name in the other
// cluster. The state is empty where that is not known, and Live only where it is
// proven to stand for the same.
func Of(ctx context.Context, h *hearing.Case) (n hearing.Notes, state trace.State) {
	if h.View.Also == nil || !h.Node.Asked {
		return n, ""
	}
	source := "context " + h.View.Also.Name
	kind, served, err := kindElsewhere(ctx, h, h.Kind.Group, h.Kind.Kind)
	switch {
	case err != nil:
		h.View.Note(h.View.Also.Reader.Problem(hereIn(h, source), err))
		n.Hint(source, "could not be asked")
		return n.Telling(), ""
	case !served:
		n.Fact(source, "it does not know the kind "+h.Kind.Kind+": the object is not there")
		n.Warn(nowhereElse(source))
		return n.Telling(), trace.Gone
	}
	obj, err := h.View.Also.Reader.Get(ctx, kind, h.Node.Namespace, h.Node.Name)
	switch {
	case apierrors.IsNotFound(err):
		n.Fact(source, "there is no object of this name")
		n.Warn(nowhereElse(source))
		state = trace.Gone
	case err != nil:
		h.View.Note(h.View.Also.Reader.Problem(hereIn(h, source), err))
		n.Hint(source, "could not be read")
	case string(obj.GetUID()) == h.Node.UID:
		n.Hint(source, "it is the same cluster: the object there is this one")
	case obj.GetDeletionTimestamp() != nil:
		n.Fact(source, "an object of this name is there, and is being deleted too, "+h.View.Clock.For(obj.GetDeletionTimestamp().UTC()))
		n.Warn("the one in " + source + " is being deleted too: find out which of them is the real one before anything is removed")
		state = trace.Deleting
	default:
		n, state = livesElsewhere(ctx, h, source, obj)
	}
	return n.Telling(), state
}

// hereIn is the object of the same name in another cluster.
func hereIn(h *hearing.Case, source string) trace.Part {
	about := trace.PartOf(h.Kind, h.Node.Namespace, h.Node.Name)
	about.Cluster = source
	return about
}

// livesElsewhere tells of an object of the same name that lives. A name proves
// nothing: only with proof that it stands for the same it is the real one.
func livesElsewhere(ctx context.Context, h *hearing.Case, source string, there *unstructured.Unstructured) (n hearing.Notes, state trace.State) {
	found := "an object of this name lives there, made " + h.View.Clock.When(there.GetCreationTimestamp().UTC()) + " and not being deleted" +
		phrase.Prefixed("; its phase is ", manifest.Str(there, "status", "phase"))
	switch s := sameAs(ctx, h, there); {
	case s.other != "":
		n.Hint(source, found+"; it does not stand for the same: "+s.other)
	case s.proof != "":
		n.Fact(source, found)
		n.Fact(source, "it stands for the same: "+s.proof)
		return n, trace.Live
	default:
		n.Hint(source, found+"; nothing tells that it stands for the same")
	}
	return n, ""
}

func nowhereElse(source string) string {
	return "the object is not in " + source + ": what it stands for may live nowhere but here"
}

// kindElsewhere finds the kind as the other cluster serves it.
func kindElsewhere(ctx context.Context, h *hearing.Case, group, kind string) (trace.Kind, bool, error) {
	kinds, _, err := h.View.Also.Reader.Kinds(ctx)
	if err != nil {
		return trace.Kind{}, false, err
	}
	k, served := trace.KindOf(kinds, group, kind)
	return k, served, nil
}
