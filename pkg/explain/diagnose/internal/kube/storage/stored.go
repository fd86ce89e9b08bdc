package storage

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
)

// StoredGoes adds the step that keeps what is stored behind a volume that goes, whoever holds the volume: by its reclaim
// policy that goes with it. Of a volume that may still be bound, JudgeVolume tells it. Where its deletion fails since then
// because there is nothing left to delete, nothing can be kept.
func StoredGoes(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if !isVolume(h) || !h.Node.State.Going() || slices.Contains([]string{"", "Retain"}, manifest.Str(h.Object, "spec", policyField)) {
		return n
	}
	all, phase := h.Object.GetFinalizers(), manifest.Str(h.Object, "status", "phase")
	if phase == "Bound" || phase == "" && slices.Contains(all, VolumeProtection) || len(all) > 1 && all[0] != h.Finalizer {
		return n // told elsewhere
	}
	gone := func(e sight.Event) bool {
		return e.Reason == "VolumeFailedDelete" && (e.Last.IsZero() || !e.Last.Before(h.Node.Since)) && sentence.EndedAlready(e.Message, "")
	}
	if !slices.ContainsFunc(h.View.EventsOf(ctx, h.Node), gone) {
		n.Do(retain(h.Object))
	}
	return n
}
