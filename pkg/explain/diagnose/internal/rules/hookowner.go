package rules

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// doubtOwner says where nothing runs here that is called like the owner of a hook: the
// annotation that is the hook has the owner's name as its value, and stays until that
// one takes it off.
func (s *situation) doubtOwner(ctx context.Context, verdict explain.Verdict, message string) (explain.Verdict, string) {
	all := holder.WorkloadsOf(ctx, s.h.View)
	if s.Reason != explain.HookWaits || s.h.Object == nil || !all.Complete {
		return verdict, message
	}
	annotations := s.h.Object.GetAnnotations()
	var absent []string
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		domain, _, qualified := strings.Cut(key, "/")
		owner := strings.ToLower(annotations[key])
		if qualified && slices.Contains(strings.Split(domain, "."), "hook") && owner != "" && !all.Called(owner) {
			absent = append(absent, owner)
		}
	}
	if len(absent) == 0 {
		return verdict, message
	}
	s.f.Join(holder.AskForWorkloads())
	if verdict == explain.Waiting {
		verdict = explain.Undecided
	}
	return verdict, message + "; nothing that runs here is called " + phrase.Or(slices.Compact(absent))
}
