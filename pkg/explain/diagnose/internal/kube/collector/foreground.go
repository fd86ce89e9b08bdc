package collector

import (
	"cmp"
	"context"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rules"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// collectorPeriod is how often the garbage collector looks for new kinds.
const collectorPeriod = 30 * time.Second

const deleteAgain = "delete it again without --cascade=foreground: it vanishes at once and leaves behind what it waits for"

// sortedDependents sorts the dependents that a foreground deletion waits for.
type sortedDependents struct {
	going []sight.Brief
	// live are those that the collector has to delete or let go of.
	live []sight.Brief
	// kept are those of the live that another owner keeps.
	kept []sight.Brief
	// lost are those that the collector cannot decide on, with why.
	lost []sight.Brief
	why  map[string]string // by UID
	// free are the dependents that the deletion does not wait for.
	free []sight.Brief
}

// JudgeForeground finds the dependents that keep an owner: those with a
// reference to its UID that says blockOwnerDeletion
// (pkg/controller/garbagecollector, blockingDependents).
func JudgeForeground(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.Node.UID == "" {
		f.Join(seeDependents(h))
		return f.And(dependentsUntold(h))
	}
	f.Never(deleteAgain)
	rows, unread := DependentsOf(ctx, h.View, h.Node)
	b, told := sortDependents(ctx, h, rows)
	f.Join(told)
	if len(b.lost)+len(b.live)+len(b.going) == 0 {
		b.lost, told = misplaced(ctx, h, &b)
		f.Join(told)
	}
	if len(b.free) > 0 {
		f.Fact("ownerReferences without blockOwnerDeletion", "not waited for: "+phrase.Names(h.View.NamesOf(b.free)))
	}
	f.BlockBriefs(h.View, b.lost, func(d *sight.Brief) string { return b.why[d.UID] })
	f.BlockBriefs(h.View, b.live, func(*sight.Brief) string { return "to be deleted or released by the garbage collector" })
	f.BlockBriefs(h.View, b.going, func(d *sight.Brief) string { return h.View.GoingText(d.Deleted) })
	switch {
	case len(b.lost) > 0:
		return f.And(collectorLost(h, &b))
	case len(b.live) > 0:
		return f.And(collectorSlow(ctx, h, &b))
	case len(b.going) > 0:
		f.Next("find out what keeps "+phrase.Plural(len(b.going), "it", "the first of them"), h.View.WhyStuck(b.going[0].Ref)...)
		return f.Decide(explain.Waiting, explain.DependentsRemain, remaining(b.going)+"being deleted and not gone yet: "+phrase.Names(h.View.NamesOf(b.going)))
	}
	return f.And(noneBlocks(ctx, h, unread))
}

// noneBlocks is for an owner that nothing is seen to block.
func noneBlocks(ctx context.Context, h *hearing.Case, unread []trace.Problem) (f hearing.Finding) {
	theirs, mine := blind(unread)
	if len(theirs) > 0 && h.Older(collectorPeriod) {
		if f = f.And(holder.Halted(ctx, h, "not all dependents can be listed")); f.Decided() {
			return f
		}
		for _, p := range theirs {
			f.Quote("reading "+p.About.String(), p.Message, p.Message)
		}
		f.Join(gates.BlockUnlisted(ctx, h, theirs))
		f.Mend("have what serves " + phrase.Names(whats(theirs)) + " answer again")
		f.Next("see which APIs do not answer", "kubectl", "get", "apiservices.apiregistration.k8s.io")
		return f.Decide(explain.Undecided, explain.CollectorBlind, "nothing that can be listed blocks it, but nobody, the garbage collector included, can list "+phrase.Names(whats(theirs))+": a dependent may be there")
	}
	if len(mine) > 0 {
		if h.View.Copied {
			f.Join(seeDependents(h))
			return f.And(dependentsUntold(h))
		}
		f.Hint("lists that could not be read", phrase.Names(whats(mine))+": the right to list these would settle it")
		return f.Decide(explain.Undecided, explain.Silent, "could not check all dependents: "+phrase.Names(whats(mine))+" could not be read")
	}
	f.Fact("ownerReferences of every kind that can be listed", "nothing blocks it any more")
	if !h.Older(collectorPeriod) {
		f.Hint("garbage collector", "it learns of new kinds every 30 seconds")
	}
	return f.And(holder.Idle(ctx, h, "no dependent that it has to wait for is left"))
}

// dependentsUntold is for an object that was copied without what depends on it.
func dependentsUntold(h *hearing.Case) (f hearing.Finding) {
	if !h.View.Copied {
		return f
	}
	ended := h.PodEnded()
	if ended != "" {
		f.Fact(h.Name()+": .status", ended)
	}
	f.PlanRemoval(h, "if it belongs to nobody any more, see what taking it off would do")
	f.Mend("if nothing does, see what the log of kube-controller-manager says of " + h.Node.Name + ": the garbage collector is then refused the change, as by a webhook or policy, or does not run")
	return f.Decide(explain.Undecided, explain.Silent, explain.Joined("; ", ended, "the garbage collector waits for what names it as its owner, with blockOwnerDeletion; what depends on it is not in the dump"))
}

// seeDependents is what to do about an object that was copied without what depends on it.
func seeDependents(h *hearing.Case) (n hearing.Notes) {
	n.Do(explain.Look("see what names it as its owner"+phrase.Prefixed(", by the uid ", h.Node.UID)+", and has to go first: a copy of all that an answer needs shows that", h.View.Command(h.Node.Ref, "finalizers", "snapshot")...).For(explain.Mends))
	return n
}

func sortDependents(ctx context.Context, h *hearing.Case, rows []sight.Brief) (b sortedDependents, n hearing.Notes) {
	b = sortedDependents{why: map[string]string{}}
	for i := range rows {
		d := &rows[i]
		switch state := h.View.StateOfBrief(d); {
		case !d.BlocksOwner(h.Node.UID):
			b.free = append(b.free, *d)
		case state.Going():
			b.going = append(b.going, *d)
		default:
			if why := undecidable(h, d); why != "" {
				b.lost = append(b.lost, *d)
				b.why[d.UID] = why
				continue
			}
			b.live = append(b.live, *d)
			if keeper := solidOwner(ctx, h, d); keeper != "" {
				n.Fact(h.View.NameOf(d.Ref)+": .metadata.ownerReferences", "kept by its other owner "+keeper+", so that the collector only takes the reference out")
				b.kept = append(b.kept, *d)
			}
		}
	}
	return b, n
}

// undecidable says why the collector cannot decide on a dependent: it gives up
// where it cannot look up each owner of it.
func undecidable(h *hearing.Case, d *sight.Brief) string {
	for _, o := range d.Owners {
		kind, served := h.View.Kind(o.Group, o.Kind)
		switch {
		case !served && h.View.GroupBroken(o.Group):
			return "its owner " + o.Kind + " " + o.Name + " is in API group " + cmp.Or(o.Group, "v1") + ", which does not answer"
		case !served && h.View.Tells(o.Group):
			return "its owner " + o.Kind + " " + o.Name + " is of a kind that is not served"
		case kind.Namespaced && d.Namespace == "":
			return "it is in no namespace, and its owner " + o.Kind + " " + o.Name + " is in one"
		}
	}
	return ""
}

// solidOwner names an owner that keeps a dependent, if there is one: the collector
// then only takes the reference out of it.
func solidOwner(ctx context.Context, h *hearing.Case, d *sight.Brief) string {
	for _, o := range d.Owners {
		if o.UID == h.Node.UID {
			continue
		}
		ref := trace.Ref{Group: o.Group, Kind: o.Kind, Namespace: d.Namespace, Name: o.Name}
		if s := h.View.Look(ctx, ref); s.Object != nil && string(s.Object.GetUID()) == o.UID && (s.State == trace.Live || !slices.Contains(s.Object.GetFinalizers(), metav1.FinalizerDeleteDependents)) {
			return h.View.ShortName(ref)
		}
	}
	return ""
}

// misplaced are the cluster-scoped objects that block an owner in a namespace.
func misplaced(ctx context.Context, h *hearing.Case, b *sortedDependents) (out []sight.Brief, n hearing.Notes) {
	rows, unread := misplacedUnder(ctx, h.View, h.Node)
	if len(unread) > 0 {
		n.Hint("objects in no namespace", "not all could be listed; one that names it as owner, by mistake, would hold it as well")
	}
	for _, d := range rows {
		if d.Namespace == "" && d.BlocksOwner(h.Node.UID) && d.Deleted.IsZero() {
			b.why[d.UID] = undecidable(h, &d)
			out = append(out, d)
		}
	}
	return out, n
}

// collectorLost decides where the collector will never act on a dependent.
func collectorLost(h *hearing.Case, b *sortedDependents) (f hearing.Finding) {
	first := &b.lost[0]
	f.Next("see its owners", h.View.AsYAML(first.Ref)...)
	if slices.ContainsFunc(first.Owners, func(o sight.Owner) bool { return h.View.GroupBroken(o.Group) }) {
		f.Mend("have what serves the API group of its owner answer again: " + b.why[first.UID])
		f.Next("see which APIs do not answer", "kubectl", "get", "apiservices.apiregistration.k8s.io")
	} else {
		f.Do(explain.Act(explain.Changes, first.Ref, "take out the reference that leads nowhere, or delete the object if nothing needs it", h.View.Command(first.Ref, "edit")...))
	}
	return f.Decide(explain.Stuck, explain.CollectorBlind, "the garbage collector cannot decide on "+phrase.Names(h.View.NamesOf(b.lost))+": "+b.why[first.UID])
}

// collectorSlow decides where the collector has not asked live dependents to go.
func collectorSlow(ctx context.Context, h *hearing.Case, b *sortedDependents) (f hearing.Finding) {
	message := remaining(b.live) + "not being deleted: " + phrase.Names(h.View.NamesOf(b.live))
	if len(b.going) > 0 {
		message += "; being deleted: " + phrase.Names(h.View.NamesOf(b.going))
	}
	if d, refusal := gates.ReleaseRefused(ctx, h, b.kept); d != nil {
		f.Fact("dry run of the change that the garbage collector makes to "+h.View.NameOf(d.Ref), refusal)
		f.Join(allow(d, h, refusal))
		return f.Decide(explain.Stuck, explain.DependentsRemain, message+"; taking the owner out of "+h.View.ShortName(d.Ref)+" is refused: "+refusal)
	}
	if why, told := gates.DeletesRefused(ctx, h, b.toDelete()); why != "" {
		f.Join(told)
		return f.Decide(explain.Stuck, explain.DependentsRemain, message+why)
	}
	if why, told := rules.DeletesProtected(ctx, h, b.toDelete()); why != "" {
		f.Join(told)
		return f.Decide(explain.Stuck, explain.DependentsRemain, message+why)
	}
	if f = f.And(holder.Halted(ctx, h, message)); f.Decided() {
		return f
	}
	asked := asksAbout(ctx, h, b)
	f.Join(tryDelete(h, b, asked))
	if asked != "" {
		message += "; " + asked + " asked whether that may go, and may refuse it"
	}
	f.Hint("garbage collector", "it tries again after a failure, with pauses that grow to 16 minutes")
	if !h.Older(collectorPeriod) {
		return f.Decide(explain.Undecided, explain.DependentsRemain, message+"; the garbage collector may still come to it")
	}
	return f.Decide(explain.Undecided, explain.DependentsRemain, message+"; the garbage collector should have deleted or released "+phrase.Plural(len(b.live), "it", "them")+" by now")
}

// toDelete are the live dependents that the collector has to delete, and not
// only to let go of.
func (b *sortedDependents) toDelete() []sight.Brief {
	return slices.DeleteFunc(slices.Clone(b.live), func(d sight.Brief) bool {
		return slices.ContainsFunc(b.kept, func(k sight.Brief) bool { return k.UID == d.UID })
	})
}

// asksAbout names the webhooks that are asked about the delete of the first dependent.
func asksAbout(ctx context.Context, h *hearing.Case, b *sortedDependents) string {
	rows := b.toDelete()
	if len(rows) == 0 {
		return ""
	}
	sure, unsure := gates.DeletesAsked(ctx, h.View, rows[0].Ref)
	switch {
	case len(sure) > 0:
		return phrase.Names(sure) + phrase.Plural(len(sure), " is", " are")
	case len(unsure) > 0:
		return phrase.Names(unsure) + " may be"
	}
	return ""
}

// tryDelete offers to try the delete that the collector sends, first without doing it where somebody may refuse it.
func tryDelete(h *hearing.Case, b *sortedDependents, asked string) (n hearing.Notes) {
	rows := b.toDelete()
	if len(rows) == 0 {
		n.Next("see its owners", h.View.AsYAML(b.live[0].Ref)...)
		return n
	}
	try := explain.Look("try whether a delete of it would be refused; this changes nothing", h.View.Command(rows[0].Ref, "delete", "--dry-run=server")...)
	if asked != "" {
		try.Text = "try whether a delete of it is refused, and do what the words then ask for; this changes nothing"
		n.Do(try.For(explain.Mends))
		n.Do(explain.Act(explain.Deletes, rows[0].Ref, "where that is not refused, delete it, as the garbage collector should have", h.View.Command(rows[0].Ref, "delete")...))
		return n
	}
	n.Do(explain.Act(explain.Deletes, rows[0].Ref, "delete it, as the garbage collector should have", h.View.Command(rows[0].Ref, "delete")...))
	n.Do(try)
	return n
}

func remaining(rows []sight.Brief) string {
	return phrase.Count(len(rows), "dependent that it waits for is ", "dependents that it waits for are ")
}
