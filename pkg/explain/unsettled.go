package explain

import (
	"context"
	"fmt"
	"slices"
	"time"
)

const (
	// freshWrite is how long ago a write may be to count as activity. Controllers
	// that poll do so every few seconds to a minute.
	freshWrite = time.Minute
	// freshDeletion is how long after the request silence means nothing yet.
	freshDeletion = 15 * time.Second
)

// abandoned decides for finalizers that no release in use takes off any more.
// Where the project is seen to run, it may be just the release that does.
func abandoned(ctx context.Context, h *hearing) bool {
	if !h.entry.Abandoned {
		return false
	}
	h.fact("catalogue: "+h.entry.Source, "left over from an old release of "+h.entry.Project)
	if at := h.hold.Holder.Workload; at.Name != "" && h.hold.Health == Running {
		h.runsStill = true
		h.next("see which release it is", append([]string{"kubectl", "get", "-o", "wide"}, h.typed(at)...)...)
		return h.decide(Unknown, NobodyRemoves, "no current release of "+h.entry.Project+" takes it off any more, yet "+where(at)+" runs, which may be an old one")
	}
	if !h.workloads(ctx, h.entry.Controller.Namespaces...).complete {
		return h.decide(Unknown, NobodyRemoves, "no current release of "+h.entry.Project+" takes it off any more; whether an old one runs could not be read")
	}
	return h.decide(Stuck, NobodyRemoves, "nobody will remove it: no release of "+h.entry.Project+" in use takes it off any more")
}

// disown leaves of the holder only who made the finalizer: whoever runs under
// that name does not hold it any more. The first facts are about the holder, and
// so come last.
func (h *hearing) disown(first int) {
	facts := h.hold.Evidence
	h.hold.Evidence = append(slices.Clone(facts[first:]), facts[:first]...)
	made := h.hold.Holder
	h.hold.Holder = Holder{Name: made.Name, Project: made.Project, Confidence: NotKnown}
	h.hold.Health = ""
}

// working decides where the holder has written to the object since it was asked
// to go, and a moment ago.
func working(_ context.Context, h *hearing) bool {
	last, wrote := h.lastActed()
	if !wrote {
		return false
	}
	h.fact("managedFields", fmt.Sprintf("%s wrote to it %s ago, after the deletion", last.manager, h.ago(last.at)))
	// A name that many programs go by does not tell whether it was the holder.
	if h.now.Sub(last.at) > freshWrite || generic(last.manager) && h.hold.Holder.Workload.Name == "" {
		return false
	}
	return h.decide(Progressing, Working, h.holderName()+" wrote to it "+h.ago(last.at)+" ago"+h.waitsFor())
}

// justAsked decides where silence does not mean anything yet.
func justAsked(_ context.Context, h *hearing) bool {
	asked := h.askedAt()
	if asked.IsZero() || h.now.Sub(asked) >= freshDeletion {
		return false
	}
	h.next("look again in a moment, or watch before judging", h.command(h.node.Ref, "finalizers", "why-stuck", "--observe", "20s")...)
	return h.decide(Unknown, JustAsked, "asked to go only "+h.ago(asked)+" ago: too early to judge"+h.waitsFor())
}

// askedAt is when the object was asked to go: its deletionTimestamp, less the
// time that it was given. It is zero where that is not known.
func (h *hearing) askedAt() time.Time {
	if h.node.Since.IsZero() || h.obj == nil {
		return h.node.Since
	}
	grace := h.obj.GetDeletionGracePeriodSeconds()
	if grace == nil {
		return h.node.Since
	}
	return h.node.Since.Add(-time.Duration(*grace) * time.Second)
}

func (h *hearing) holderName() string {
	if h.hold.Holder.Name == "" {
		return "its holder"
	}
	return h.hold.Holder.Name
}

// waitsFor is what the catalogue knows of what the holder waits for.
func (h *hearing) waitsFor() string {
	if h.entry.WaitsFor == "" {
		return ""
	}
	return "; it waits for " + h.entry.WaitsFor
}

// usually is the same, said as what is usual and not what was seen.
func (h *hearing) usually() string {
	if h.entry.WaitsFor == "" {
		return ""
	}
	return "; usually for " + h.entry.WaitsFor
}
