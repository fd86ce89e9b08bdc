package diagnose

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube/storage"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// attachedStill is how one says that a volume is attached somewhere.
var attachedStill = regex.New(`(?i)\b(?:still |currently |is |are |already )attached\b|\bin[- ]use\b|\bVolumeInUse\b|\bmulti-?attach`)

// stillAttached tells, where who deletes a volume is told that it is attached, which VolumeAttachments of the cluster say so too,
// and what becomes of these: that comes first.
func stillAttached(ctx context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	if h.Kind.Group != "" || h.Kind.Kind != "PersistentVolume" || f.Reason != explain.Failing || !slices.ContainsFunc(quotedIn(&f), attachedStill.MatchString) {
		return f
	}
	by := storage.StillAttached(ctx, h)
	if !by.Decided() {
		return f
	}
	return f.Beside(by.Message, by.Notes)
}
