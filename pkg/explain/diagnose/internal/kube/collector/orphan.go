package collector

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// JudgeOrphan finds the dependents that still name an owner whose references
// the collector has to take out; one that it cannot change keeps the owner
// (pkg/controller/garbagecollector, orphanDependents).
func JudgeOrphan(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Node.UID == "" {
		return f
	}
	f.Warn("do not delete it again without --cascade=orphan, and do not take the finalizer off: what still names it as its owner would then be deleted as garbage")
	rows, unread := DependentsOf(ctx, h.View, h.Node)
	if len(rows) == 0 {
		return f.And(noneBlocks(ctx, h, unread))
	}
	names := phrase.Names(h.View.NamesOf(rows))
	message := phrase.Count(len(rows), "dependent still names", "dependents still name") + " it as owner: " + names
	if d, refusal := gates.ReleaseRefused(ctx, h, rows); d != nil {
		f.BlockBriefs(h.View, []sight.Brief{*d}, func(*sight.Brief) string { return "the change is refused" })
		f.Fact("dry run of the change that the garbage collector makes to "+h.View.NameOf(d.Ref), refusal)
		f.Next("see what is refused", h.View.AsYAML(d.Ref)...)
		if gates.CallFailed.MatchString(refusal) {
			f.Next("find the webhook that does not answer: start what serves it again", "kubectl", "get", "validatingwebhookconfigurations,mutatingwebhookconfigurations")
		}
		f.AskAgain(h, "ask again once what refuses the change allows it")
		return f.Decide(explain.Stuck, explain.ReferencesRemain, message+"; taking that out of "+h.View.ShortName(d.Ref)+" is refused: "+refusal)
	}
	f.BlockBriefs(h.View, rows, func(*sight.Brief) string { return "still has the ownerReference" })
	if f = f.And(holder.Halted(ctx, h, message)); f.Decided() {
		return f
	}
	f.Next("see what still names it", h.View.Command(rows[0].Ref, "get", "-o", "yaml")...)
	return f.Decide(explain.Unknown, explain.ReferencesRemain, message+"; the garbage collector has to take that out of "+phrase.Plural(len(rows), "it", "them"))
}
