package explain

import (
	"cmp"
	"context"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// collectorPeriod is how often the garbage collector looks for new kinds.
const collectorPeriod = 30 * time.Second

const deleteAgain = "do not delete it again without --cascade=foreground: a plain delete ends the waiting, it vanishes at once, and what it waits for stays behind without an owner"

// brood sorts the dependents that a foreground deletion waits for.
type brood struct {
	going []brief
	// live are those that the collector has to delete or let go of.
	live []brief
	// kept are those of the live that another owner keeps.
	kept []brief
	// lost are those that the collector cannot decide on, with why.
	lost []brief
	why  map[string]string // by UID
	// free are the dependents that the deletion does not wait for.
	free []brief
}

// judgeForeground finds the dependents that keep an owner: those with a
// reference to its UID that says blockOwnerDeletion
// (pkg/controller/garbagecollector, blockingDependents).
func judgeForeground(ctx context.Context, h *hearing) bool {
	if h.node.UID == "" {
		return false
	}
	h.warn(deleteAgain)
	rows, unread := h.dependentsOf(ctx, h.node)
	b := h.sortBrood(ctx, rows)
	if len(b.lost)+len(b.live)+len(b.going) == 0 {
		b.lost = h.misplaced(ctx, &b)
	}
	if len(b.free) > 0 {
		h.fact("ownerReferences without blockOwnerDeletion", "not waited for: "+naming(h.namesOf(b.free)))
	}
	h.blockBriefs(b.lost, func(d *brief) string { return b.why[d.UID] })
	h.blockBriefs(b.live, func(*brief) string { return "to be deleted or released by the garbage collector" })
	h.blockBriefs(b.going, func(d *brief) string { return h.goingText(d.Deleted) })
	switch {
	case len(b.lost) > 0:
		return h.collectorLost(&b)
	case len(b.live) > 0:
		return h.collectorSlow(ctx, &b)
	case len(b.going) > 0:
		h.next("find out what keeps "+verb(len(b.going), "it", "the first of them"), h.whyStuck(b.going[0].Ref)...)
		return h.decide(Waiting, DependentsRemain, h.remaining(b.going)+"being deleted and not gone yet: "+naming(h.namesOf(b.going)))
	}
	return h.noneBlocks(ctx, unread)
}

// noneBlocks is for an owner that nothing is seen to block.
func (h *hearing) noneBlocks(ctx context.Context, unread []trace.Problem) bool {
	theirs, mine := blind(unread)
	if len(theirs) > 0 && h.older(collectorPeriod) {
		if h.halted(ctx, "not all dependents can be listed") {
			return true
		}
		for _, p := range theirs {
			h.fact("reading "+p.About.String(), p.Message)
		}
		h.blockUnlisted(ctx, theirs)
		h.next("see which APIs do not answer", "kubectl", "get", "apiservices.apiregistration.k8s.io")
		return h.decide(Unknown, CollectorBlind, "nothing that can be listed blocks it, but nobody, the garbage collector included, can list "+naming(whats(theirs))+": a dependent may be there")
	}
	if len(mine) > 0 {
		h.hint("lists that could not be read", naming(whats(mine))+": the right to list these would settle it")
		return h.decide(Unknown, Silent, "could not check all dependents: "+naming(whats(mine))+" could not be read")
	}
	h.fact("ownerReferences of every kind that can be listed", "nothing blocks it any more")
	if !h.older(collectorPeriod) {
		h.hint("garbage collector", "it learns of new kinds every 30 seconds")
	}
	return h.idle(ctx, "no dependent that it has to wait for is left")
}

func (h *hearing) sortBrood(ctx context.Context, rows []brief) brood {
	b := brood{why: map[string]string{}}
	for i := range rows {
		d := &rows[i]
		switch state := h.stateOfBrief(d); {
		case !d.blocksOwner(h.node.UID):
			b.free = append(b.free, *d)
		case going(state):
			b.going = append(b.going, *d)
		default:
			if why := h.undecidable(d); why != "" {
				b.lost = append(b.lost, *d)
				b.why[d.UID] = why
				continue
			}
			b.live = append(b.live, *d)
			if h.solidOwner(ctx, d) {
				b.kept = append(b.kept, *d)
			}
		}
	}
	return b
}

// undecidable says why the collector cannot decide on a dependent: it gives up
// where it cannot look up each owner of it.
func (h *hearing) undecidable(d *brief) string {
	for _, o := range d.Owners {
		kind, served := h.world.kind(o.Group, o.Kind)
		switch {
		case !served && h.groupBroken(o.Group):
			return "its owner " + o.Kind + " " + o.Name + " is in API group " + cmp.Or(o.Group, "v1") + ", which does not answer"
		case !served:
			return "its owner " + o.Kind + " " + o.Name + " is of a kind that is not served"
		case kind.Namespaced && d.Namespace == "":
			return "it is in no namespace, and its owner " + o.Kind + " " + o.Name + " is in one"
		}
	}
	return ""
}

// solidOwner notes an owner that keeps a dependent: the collector then only
// takes the reference out of it.
func (h *hearing) solidOwner(ctx context.Context, d *brief) bool {
	for _, o := range d.Owners {
		if o.UID == h.node.UID {
			continue
		}
		ref := trace.Ref{Group: o.Group, Kind: o.Kind, Namespace: d.Namespace, Name: o.Name}
		if s := h.look(ctx, ref); s.obj != nil && string(s.obj.GetUID()) == o.UID && (s.state == trace.Live || !slices.Contains(s.obj.GetFinalizers(), metav1.FinalizerDeleteDependents)) {
			h.fact(h.nameOf(d.Ref)+": .metadata.ownerReferences", "kept by its other owner "+h.shortName(ref)+", so that the collector only takes the reference out")
			return true
		}
	}
	return false
}

// misplaced are the cluster-scoped objects that block an owner in a namespace.
func (h *hearing) misplaced(ctx context.Context, b *brood) []brief {
	var out []brief
	rows, unread := h.misplacedUnder(ctx, h.node)
	if len(unread) > 0 {
		h.hint("objects in no namespace", "not all could be listed; one that names it as owner, by mistake, would hold it as well")
	}
	for _, d := range rows {
		if d.Namespace == "" && d.blocksOwner(h.node.UID) && d.Deleted.IsZero() {
			b.why[d.UID] = h.undecidable(&d)
			out = append(out, d)
		}
	}
	return out
}

// collectorLost decides where the collector will never act on a dependent.
func (h *hearing) collectorLost(b *brood) bool {
	first := &b.lost[0]
	h.next("see its owners", h.asYAML(first.Ref)...)
	if slices.ContainsFunc(first.Owners, func(o ownerOf) bool { return h.groupBroken(o.Group) }) {
		h.next("see which APIs do not answer: it goes on once they do", "kubectl", "get", "apiservices.apiregistration.k8s.io")
	} else {
		h.next("take out the reference that leads nowhere, or delete the object if nothing needs it", h.command(first.Ref, "edit")...)
	}
	return h.decide(Stuck, CollectorBlind, "the garbage collector cannot decide on "+naming(h.namesOf(b.lost))+": "+b.why[first.UID])
}

// collectorSlow decides where the collector has not asked live dependents to go.
func (h *hearing) collectorSlow(ctx context.Context, b *brood) bool {
	message := h.remaining(b.live) + "not being deleted: " + naming(h.namesOf(b.live))
	if len(b.going) > 0 {
		message += "; being deleted: " + naming(h.namesOf(b.going))
	}
	if d, refusal := h.frozen(ctx, b.kept); d != nil {
		h.fact("dry run of the change that the garbage collector makes to "+h.nameOf(d.Ref), refusal)
		h.next("ask again once what refuses the change allows it", h.whyStuck(h.node.Ref)...)
		return h.decide(Stuck, DependentsRemain, message+"; taking the owner out of "+h.shortName(d.Ref)+" is refused: "+refusal)
	}
	if why := h.deletesRefused(ctx, b.toDelete()); why != "" {
		return h.decide(Stuck, DependentsRemain, message+why)
	}
	if why := h.deletesProtected(ctx, b.toDelete()); why != "" {
		return h.decide(Stuck, DependentsRemain, message+why)
	}
	if h.halted(ctx, message) {
		return true
	}
	h.tryDelete(b)
	h.hint("garbage collector", "it tries again after a failure, with pauses that grow to 16 minutes")
	if !h.older(collectorPeriod) {
		return h.decide(Unknown, DependentsRemain, message+"; the garbage collector may still come to it")
	}
	return h.decide(Unknown, DependentsRemain, message+"; the garbage collector should have deleted or released "+verb(len(b.live), "it", "them")+" by now")
}

// toDelete are the live dependents that the collector has to delete, and not
// only to let go of.
func (b *brood) toDelete() []brief {
	return slices.DeleteFunc(slices.Clone(b.live), func(d brief) bool {
		return slices.ContainsFunc(b.kept, func(k brief) bool { return k.UID == d.UID })
	})
}

// tryDelete offers to try the delete that the collector sends.
func (h *hearing) tryDelete(b *brood) {
	if rows := b.toDelete(); len(rows) > 0 {
		h.next("try whether a delete of it would be refused; this changes nothing", h.command(rows[0].Ref, "delete", "--dry-run=server")...)
		return
	}
	h.next("see its owners", h.asYAML(b.live[0].Ref)...)
}

func (h *hearing) remaining(rows []brief) string {
	return count(len(rows), "dependent that it waits for is ", "dependents that it waits for are ")
}

func (w *world) namesOf(rows []brief) []string {
	var out []string
	for i := range rows {
		out = append(out, w.shortName(rows[i].Ref))
	}
	return out
}

// blockBriefs makes blockers of objects of which only metadata was read.
func (h *hearing) blockBriefs(rows []brief, what func(*brief) string) {
	for i := range rows {
		if len(h.hold.Blockers) >= blockersListed {
			return
		}
		h.blockKnown(rows[i].Ref, h.stateOfBrief(&rows[i]), what(&rows[i]))
	}
}
