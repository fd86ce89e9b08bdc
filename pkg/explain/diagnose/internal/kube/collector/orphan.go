package collector

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/apiwords"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// JudgeOrphan finds the dependents that still name an owner whose references
// the collector has to take out; one that it cannot change keeps the owner
// (pkg/controller/garbagecollector, orphanDependents).
func JudgeOrphan(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Node.UID == "" {
		return f
	}
	f.Never("delete it again without --cascade=orphan, or take the finalizer off: what still names it as its owner would then be deleted as garbage")
	rows, unread := DependentsOf(ctx, h.View, h.Node)
	if _, mine := blind(unread); len(rows) == 0 && len(mine) > 0 && h.View.Copied {
		return f.And(orphansUntold(h))
	}
	if len(rows) == 0 {
		return f.And(noneBlocks(ctx, h, unread))
	}
	names := phrase.Names(h.View.NamesOf(rows))
	message := phrase.Count(len(rows), "dependent still names", "dependents still name") + " it as owner: " + names
	if d, refusal := gates.ReleaseRefused(ctx, h, rows); d != nil {
		f.BlockBriefs(h.View, []sight.Brief{*d}, func(*sight.Brief) string { return "the change is refused" })
		f.Fact("dry run of the change that the garbage collector makes to "+h.View.NameOf(d.Ref), refusal)
		f.Join(allow(d, h, refusal))
		return f.Decide(explain.Stuck, explain.ReferencesRemain, message+"; taking that out of "+h.View.ShortName(d.Ref)+" is refused: "+refusal)
	}
	f.BlockBriefs(h.View, rows, func(*sight.Brief) string { return "still has the ownerReference" })
	if f = f.And(holder.Halted(ctx, h, message)); f.Decided() {
		return f
	}
	f.Mend("see to the garbage collector, which should have done that by now: the log of the kube-controller-manager says what keeps it")
	f.Next("see what still names it", h.View.Command(rows[0].Ref, "get", "-o", "yaml")...)
	return f.Decide(explain.Undecided, explain.ReferencesRemain, message+"; the garbage collector has to take that out of "+phrase.Plural(len(rows), "it", "them"))
}

// orphansUntold is for an object that was copied without what depends on it: that stays, and only has to name it no more.
func orphansUntold(h *hearing.Case) (f hearing.Finding) {
	f.Mend("see whether the garbage collector in kube-controller-manager works: its log says what keeps it, as an API group that does not answer, or a change that a webhook or policy refuses; asking for the deletion again starts nothing")
	f.Next("see which API groups do not answer", "kubectl", "get", "apiservices.apiregistration.k8s.io")
	f.Do(explain.Look("see what still names it as its owner, by the uid "+h.Node.UID+": a copy of all that an answer needs shows that", h.View.Command(h.Node.Ref, "finalizers", "snapshot")...).For(explain.Mends))
	return f.Decide(explain.Undecided, explain.Silent, "the garbage collector has to take it out of the ownerReferences of what depends on it, which stays, and then takes the finalizer off; what depends on it is not in the dump")
}

// allow says what has a change to a dependent accepted that is refused in these words.
func allow(d *sight.Brief, h *hearing.Case, refusal string) (n hearing.Notes) {
	if _, fails := apiwords.WebhookFails.In(refusal); fails {
		n.Mend("start again what serves the webhook that does not answer: " + phrase.OneLine(refusal))
		n.Next("see which webhooks there are", "kubectl", "get", "validatingwebhookconfigurations,mutatingwebhookconfigurations")
		return n
	}
	n.Mend("have that change to " + h.View.NameOf(d.Ref) + " allowed: " + phrase.OneLine(refusal))
	n.AskAgain(h, "ask again once that is done")
	return n
}
