package storage

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// StoredGoes warns of what is stored behind a volume that goes, with the step that keeps it, whoever holds the volume: by
// its reclaim policy that is deleted with it. Where somebody says that there is nothing left to delete, nothing can be kept.
func StoredGoes(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if h.Object == nil || h.Node.Ref.Kind != "PersistentVolume" || h.Node.Ref.Group != "" || !h.Node.State.Going() || manifest.Str(h.Object, "spec", policyField) != "Delete" {
		return n
	}
	if all := h.Object.GetFinalizers(); len(all) > 1 && all[0] != h.Finalizer {
		return n // told once
	}
	said := []string{manifest.Str(h.Object, "status", "message")}
	for _, e := range h.View.EventsOf(ctx, h.Node) {
		said = append(said, e.Message)
	}
	if slices.ContainsFunc(said, func(words string) bool { return sentence.EndedAlready(words, "delete volume") }) {
		return n
	}
	what := "what is stored behind it" + claimOf(h)
	if manifest.Str(h.Object, "status", "phase") == "Bound" {
		n.Warn("once it goes, " + what + " is deleted with it, by its reclaim policy Delete, and that cannot be taken back")
	}
	n.Do(retain(h.Node.Ref.Name, "before that, if "+what+" may still be needed, keep it: by its reclaim policy Delete it is deleted with the volume, for good"))
	return n
}

// claimOf says in brackets of which claim a volume is, and nothing where it is of none.
func claimOf(h *hearing.Case) string {
	namespace, name := manifest.Str(h.Object, "spec", "claimRef", "namespace"), manifest.Str(h.Object, "spec", "claimRef", "name")
	if namespace == "" || name == "" {
		return ""
	}
	return " (claim " + phrase.OneLine(namespace+"/"+name) + ")"
}
