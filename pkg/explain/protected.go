package explain

import (
	"context"
	"sync"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// deletesProtected looks for what the projects of live objects refuse to let be
// deleted. It returns what completes a message, empty where nothing was found.
func (h *hearing) deletesProtected(ctx context.Context, rows []brief) string {
	for _, row := range mixed(rows, deletesTried) {
		kind, served := h.world.kind(row.Group, row.Kind)
		s := h.look(ctx, row.Ref)
		if !served || s.obj == nil || s.state != trace.Live {
			continue
		}
		other := &hearing{
			world: h.world, kind: kind, obj: s.obj, hold: &Hold{},
			node:    &trace.Node{Ref: row.Ref, Resource: kind.Resource, UID: row.UID, State: trace.Live, Asked: true},
			written: sync.OnceValue(func() []write { return writesOf(s.obj) }),
		}
		if !refused(ctx, other) {
			continue
		}
		for _, e := range other.hold.Evidence {
			h.fact(h.nameOf(row.Ref)+": "+e.Source, e.Fact)
		}
		h.hold.Next = append(h.hold.Next, other.hold.Next...)
		return "; of " + h.nameOf(row.Ref) + ": " + other.hold.Message
	}
	return ""
}
