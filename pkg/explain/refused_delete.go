package explain

import (
	"context"
	"fmt"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// deletesTried is of how many objects that should be deleted one looks at what
// would refuse it.
const deletesTried = 3

// deleteRefuser returns what is sure to refuse a request to delete the object,
// whoever sends it, as far as what is stored in the cluster tells.
func (w *world) deleteRefuser(ctx context.Context, ref trace.Ref) *obstruction {
	kind, served := w.kind(ref.Group, ref.Kind)
	if !served || len(w.covers(ctx, deleting, kind, ref.Namespace)) == 0 {
		return nil
	}
	s := w.look(ctx, ref)
	if s.obj == nil {
		return nil
	}
	a := &attempt{world: w, operation: deleting, kind: kind, old: s.obj}
	return w.closed(ctx, a, w.applying(ctx, a))
}

// deletesRefused looks for what refuses to let live objects be deleted. It
// returns what completes a message, empty where nothing was found.
func (h *hearing) deletesRefused(ctx context.Context, rows []brief) string {
	for _, row := range mixed(rows, deletesTried) {
		o := h.deleteRefuser(ctx, row.Ref)
		if o == nil {
			continue
		}
		why := o.why()
		h.fact(h.nameOf(o.config), o.name+" is asked about deletes of "+h.nameOf(row.Ref))
		h.blockKnown(o.config, trace.Live, why)
		if o.backend != nil && o.backend.service.Name != "" {
			h.fact(o.served.source, o.backend.servedBy()+" "+o.served.what)
			h.restore(ctx, o.config, *o.backend, o.served)
		} else {
			h.next("read what it demands", h.asYAML(o.config)...)
		}
		return fmt.Sprintf("; deletes of %s are refused: %s", h.nameOf(row.Ref), why)
	}
	return ""
}

// why says in a few words what is in the way.
func (o *obstruction) why() string {
	if o.backend != nil {
		return "webhook " + o.name + " has to be asked, and " + o.backend.servedBy() + " " + o.served.what
	}
	return o.config.Kind + " " + o.name + " says: " + o.words
}

// deleteClosed tells of an object that nobody has asked to go, and whose
// deletion would be refused.
func deleteClosed(ctx context.Context, h *hearing) bool {
	if h.obj == nil || !h.node.Asked || h.node.State != trace.Live {
		return false
	}
	why := h.deletesRefused(ctx, []brief{{Ref: h.node.Ref}})
	if why == "" {
		return false
	}
	return h.decide(NotDeleting, DeleteRefused, "a request to delete it would be refused: "+h.hold.Blockers[0].What)
}
