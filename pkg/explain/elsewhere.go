package explain

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

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
	kind, served, err := h.kindElsewhere(ctx)
	switch {
	case err != nil:
		h.note(h.also.Reader.Problem(h.name()+" in "+source, err))
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
		h.note(h.also.Reader.Problem(h.name()+" in "+source, err))
		h.hint(source, "could not be read")
	case string(obj.GetUID()) == h.node.UID:
		h.hint(source, "it is the same cluster: the object there is this one")
	case obj.GetDeletionTimestamp() != nil:
		h.fact(source, "an object of this name is there, and is being deleted too, for "+h.ago(obj.GetDeletionTimestamp().UTC()))
		h.elsewhere = trace.Deleting
		h.warn("the one in " + source + " is being deleted too: find out which of them is the real one before anything is removed")
	default:
		h.elsewhere = trace.Live
		h.fact(source, "an object of this name lives there, made "+h.ago(obj.GetCreationTimestamp().UTC())+" ago and not being deleted"+prefixed("; its phase is ", str(obj, "status", "phase")))
	}
	return false
}

func (h *hearing) missingElsewhere(source string) {
	h.elsewhere = trace.Gone
	h.warn("the object is not in " + source + ": what it stands for may live nowhere but here")
}

// kindElsewhere finds the kind as the other cluster serves it.
func (h *hearing) kindElsewhere(ctx context.Context) (trace.Kind, bool, error) {
	kinds, _, err := h.also.Reader.Kinds(ctx)
	if err != nil {
		return trace.Kind{}, false, err
	}
	for _, k := range kinds {
		if k.Group == h.kind.Group && k.Kind == h.kind.Kind {
			return k, true, nil
		}
	}
	return trace.Kind{}, false, nil
}
