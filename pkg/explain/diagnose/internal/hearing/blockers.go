package hearing

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// BlockersListed is how many blockers a hold lists. The rest are alike, and
// its message counts them.
const BlockersListed = 20

// BlockBriefs makes blockers of objects of which only metadata was read.
func (h *Case) BlockBriefs(rows []sight.Brief, what func(*sight.Brief) string) {
	for i := range rows {
		if len(h.Hold.Blockers) >= BlockersListed {
			return
		}
		h.BlockKnown(rows[i].Ref, h.View.StateOfBrief(&rows[i]), what(&rows[i]))
	}
}

// Block adds an object that the holder waits for, as it is now.
func (h *Case) Block(ctx context.Context, ref trace.Ref, what string) {
	h.BlockKnown(ref, h.View.Look(ctx, ref).State, what)
}

// BlockKnown is block where the state is known already. An object that is found
// in two ways is one blocker.
func (h *Case) BlockKnown(ref trace.Ref, state trace.State, what string) {
	if slices.ContainsFunc(h.Hold.Blockers, func(b explain.Blocker) bool { return b.Ref == ref && b.Name != "" }) {
		return
	}
	kind, _ := h.View.Kind(ref.Group, ref.Kind)
	h.Hold.Blockers = append(h.Hold.Blockers, explain.Blocker{Ref: ref, Resource: kind.Resource, Object: -1, State: state, What: phrase.OneLine(what)})
}

// BlockFact adds a blocker that is no object.
func (h *Case) BlockFact(what string) {
	h.Hold.Blockers = append(h.Hold.Blockers, explain.Blocker{Object: -1, What: phrase.OneLine(what)})
}
