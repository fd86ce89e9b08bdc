package explain

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Elsewhere is another cluster in which an object of the same name may live,
// such as the one that a management cluster was moved to.
type Elsewhere struct {
	// Name is what a person calls it: the context of a kubeconfig.
	Name   string
	Reader Reader
}

// elsewhere is a stage that decides nothing: it tells how the object of the
// same name fares in the other cluster.
func elsewhere(ctx context.Context, h *hearing) bool {
	if h.also == nil || !h.node.Asked {
		return false
	}
	defer h.rests(len(h.hold.Evidence))
	source := "context " + h.also.Name
	kind, served, err := h.kindElsewhere(ctx, h.kind.Group, h.kind.Kind)
	switch {
	case err != nil:
		h.note(h.also.Reader.Problem(h.hereIn(source), err))
		h.hint(source, "could not be asked")
		return false
	case !served:
		h.fact(source, "it does not know the kind "+h.kind.Kind+": the object is not there")
		h.missingElsewhere(source)
		return false
	}
	obj, err := h.also.Reader.Get(ctx, kind, h.node.Namespace, h.node.Name)
	switch {
	case apierrors.IsNotFound(err):
		h.fact(source, "there is no object of this name")
		h.missingElsewhere(source)
	case err != nil:
		h.note(h.also.Reader.Problem(h.hereIn(source), err))
		h.hint(source, "could not be read")
	case string(obj.GetUID()) == h.node.UID:
		h.hint(source, "it is the same cluster: the object there is this one")
	case obj.GetDeletionTimestamp() != nil:
		h.fact(source, "an object of this name is there, and is being deleted too, for "+h.ago(obj.GetDeletionTimestamp().UTC()))
		h.elsewhere = trace.Deleting
		h.warn("the one in " + source + " is being deleted too: find out which of them is the real one before anything is removed")
	default:
		h.livesElsewhere(ctx, source, obj)
	}
	return false
}

// hereIn is the object of the same name in another cluster.
func (h *hearing) hereIn(source string) trace.Part {
	about := trace.PartOf(h.kind, h.node.Namespace, h.node.Name)
	about.Cluster = source
	return about
}

// livesElsewhere tells of an object of the same name that lives. A name proves
// nothing: only with proof that it stands for the same it is the real one.
func (h *hearing) livesElsewhere(ctx context.Context, source string, there *unstructured.Unstructured) {
	found := "an object of this name lives there, made " + h.ago(there.GetCreationTimestamp().UTC()) + " ago and not being deleted" +
		prefixed("; its phase is ", str(there, "status", "phase"))
	switch s := h.sameAs(ctx, there); {
	case s.other != "":
		h.hint(source, found+"; it does not stand for the same: "+s.other)
	case s.proof != "":
		h.elsewhere = trace.Live
		h.fact(source, found)
		h.fact(source, "it stands for the same: "+s.proof)
	default:
		h.hint(source, found+"; nothing tells that it stands for the same")
	}
}

func (h *hearing) missingElsewhere(source string) {
	h.elsewhere = trace.Gone
	h.warn("the object is not in " + source + ": what it stands for may live nowhere but here")
}

// kindElsewhere finds the kind as the other cluster serves it.
func (h *hearing) kindElsewhere(ctx context.Context, group, kind string) (trace.Kind, bool, error) {
	kinds, _, err := h.also.Reader.Kinds(ctx)
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
