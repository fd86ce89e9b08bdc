package diagnose

import (
	"context"
	"fmt"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// mostMissed bounds how many objects that were there before are looked up.
const mostMissed = 100

// watched is what happened between two diagnoses of one question.
type watched struct {
	span    string
	earlier map[heldBy]*explain.Hold
	// written is what was written in each object before, by its UID.
	written map[string]string
	// gone are the objects that went away, by what they count for.
	gone map[trace.Ref]bool
	// within counts them by namespace, of by the resource and group of their kind.
	within, of map[string]int
	// taken counts the finalizers that came off, with their objects or alone.
	taken map[released]int
}

// heldBy names a hold across two readings.
type heldBy struct{ uid, finalizer string }

// released is a finalizer with its holder; under an empty finalizer, all of the
// holder.
type released struct {
	finalizer, holder string
	workload          trace.Ref
}

// toldBefore is the evidence of an earlier diagnosis, by the UID of the object.
func toldBefore(before *explain.Diagnosis) map[string][]explain.Evidence {
	if before == nil {
		return nil
	}
	told := map[string][]explain.Evidence{}
	for i := range before.Objects {
		o := &before.Objects[i]
		for j := range o.Holds {
			told[o.UID] = append(told[o.UID], o.Holds[j].Evidence...)
		}
	}
	return told
}

// compare adds what has changed since an earlier diagnosis of the same question:
// what went away is progress of all that it held up, and a hold of which nothing
// changed says so.
func compare(ctx context.Context, w *sight.View, before, now *explain.Diagnosis) {
	if before == nil {
		return
	}
	seen := watch(ctx, w, before, now)
	for i := range now.Objects {
		o := &now.Objects[i]
		for j := range o.Holds {
			h := &o.Holds[j]
			was := seen.earlier[heldBy{o.UID, h.Finalizer}]
			seen.weigh(o, was, h)
			if was != nil {
				putAgain(was, h, seen.span)
			}
		}
		o.Verdict = ownVerdict(o)
	}
}

// watch finds what went away. An object that the later diagnosis does not show
// is looked up: it may only have been crowded out.
func watch(ctx context.Context, w *sight.View, before, now *explain.Diagnosis) *watched {
	seen := &watched{
		span: fmt.Sprint(now.At.Sub(before.At).Round(1e9)), earlier: map[heldBy]*explain.Hold{}, written: map[string]string{},
		gone: map[trace.Ref]bool{}, within: map[string]int{}, of: map[string]int{}, taken: map[released]int{},
	}
	still := map[string]*explain.Object{}
	for i := range now.Objects {
		if o := &now.Objects[i]; o.Verdict != explain.Absent {
			still[o.UID] = o
		}
	}
	missed := 0
	for i := range before.Objects {
		o := &before.Objects[i]
		seen.written[o.UID] = o.Written
		for j := range o.Holds {
			seen.earlier[heldBy{o.UID, o.Holds[j].Finalizer}] = &o.Holds[j]
		}
		if o.UID == "" || o.Verdict == explain.Absent {
			continue
		}
		if there := still[o.UID]; there != nil {
			seen.release(o, there)
		} else if missed++; missed <= mostMissed && left(ctx, w, o) {
			seen.gone[o.Ref] = true
			seen.within[o.Namespace]++
			seen.of[o.Resource+"."+o.Group]++
			seen.release(o, nil)
		}
	}
	return seen
}

// left reports whether the object certainly does not exist any more.
func left(ctx context.Context, w *sight.View, o *explain.Object) bool {
	s := w.Look(ctx, o.Ref)
	return s.Gone() || s.Object != nil && string(s.Object.GetUID()) != o.UID
}

// release counts the finalizers that an object on its way out does not have any
// more. It is nil now where it is gone.
func (s *watched) release(was, is *explain.Object) {
	if !was.State.Going() {
		return
	}
	for i := range was.Holds {
		h := &was.Holds[i]
		if h.Finalizer == "" || is != nil && slices.ContainsFunc(is.Holds, func(other explain.Hold) bool { return other.Finalizer == h.Finalizer }) {
			continue
		}
		s.taken[released{h.Finalizer, h.Holder.Name, h.Holder.Workload}]++
		if h.Holder.Name != "" {
			s.taken[released{"", h.Holder.Name, h.Holder.Workload}]++
		}
	}
}

// weigh judges a hold anew by what happened while it was watched.
func (s *watched) weigh(o *explain.Object, was, is *explain.Hold) {
	if is.Verdict == explain.NotDeleting || is.Verdict == explain.NotAsked {
		return
	}
	if fact := s.wentFor(o, was, is); fact != "" {
		progress(is, fact+" within "+s.span, is.Verdict == explain.Waiting || is.Verdict == explain.Undecided)
		return
	}
	if n := s.taken[released{is.Finalizer, is.Holder.Name, is.Holder.Workload}]; is.Finalizer != "" && n > 0 {
		progress(is, "the same finalizer was taken off "+phrase.Count(n, "other object", "other objects")+" within "+s.span, is.Verdict == explain.Undecided)
		return
	}
	if n := s.taken[released{"", is.Holder.Name, is.Holder.Workload}]; is.Holder.Sure() && n > 0 {
		progress(is, "its holder took "+phrase.Count(n, "other finalizer", "other finalizers")+" off within "+s.span, is.Verdict == explain.Undecided && is.Reason == explain.Silent)
		return
	}
	if was != nil {
		if fell := fallen(was.Evidence, is.Evidence); fell != "" {
			progress(is, fell+" within "+s.span, is.Verdict == explain.Waiting || is.Verdict == explain.Undecided || is.Reason == explain.Failing)
			return
		}
	}
	if was != nil && is.Acted.After(was.Acted) {
		s.wroteAgain(o, is)
		return
	}
	if was != nil && !saidAnew(was.Evidence, is.Evidence) {
		is.Evidence = append(is.Evidence, explain.Evidence{Fact: "nothing changed within " + s.span + ": it and what it waits for are as they were", Source: "watched"})
	}
}

// wroteAgain weighs that a holder wrote again while it was watched. Where nothing but times
// changed it is there, and nothing tells that it gets ahead.
func (s *watched) wroteAgain(o *explain.Object, is *explain.Hold) {
	if before := s.written[o.UID]; before == "" || before != o.Written {
		progress(is, "its holder goes on writing to it: again within "+s.span, is.Verdict == explain.Waiting || is.Verdict == explain.Undecided)
		return
	}
	fact := "its holder wrote to it again within " + s.span + ", and nothing but times changed"
	is.Evidence = append([]explain.Evidence{{Fact: fact, Source: "watched"}}, is.Evidence...)
	if is.Verdict == explain.Progressing && is.Reason == explain.Working {
		is.Verdict, is.Reason, is.Message = explain.Undecided, explain.Silent, fact+phrase.Prefixed("; ", is.Message)
		is.Next = slices.DeleteFunc(is.Next, func(s explain.Step) bool { return s.Again })
	}
}

// wentFor says what went away of that which the hold waits for.
func (s *watched) wentFor(o *explain.Object, was, is *explain.Hold) string {
	n := 0
	switch {
	case o.Group == "" && o.Kind == "Namespace":
		n = s.within[o.Name]
	case (trace.Kind{Group: o.Group, Kind: o.Kind}).IsDefinition():
		n = s.of[o.Name]
	}
	if n > 0 {
		return phrase.Count(n, "of its objects", "of its objects") + " went away"
	}
	if was == nil {
		return ""
	}
	for i := range was.Blockers {
		if s.gone[was.Blockers[i].Ref] {
			n++
		}
	}
	if n = max(n, len(was.Blockers)-len(is.Blockers)); n == 0 {
		return ""
	}
	return phrase.Count(n, "of what it waits for", "of what it waits for") + " went away"
}

// progress adds what was seen to happen; where nothing speaks against it, that
// decides.
func progress(h *explain.Hold, fact string, decides bool) {
	h.Evidence = append([]explain.Evidence{{Fact: fact, Source: "watched"}}, h.Evidence...)
	if !decides {
		return
	}
	h.Verdict = explain.Progressing
	if h.Reason == explain.Silent || h.Reason == explain.HolderUnknown || h.Reason == explain.HolderMissing {
		// Its holder works, so that nothing said of its silence still stands.
		h.Reason, h.Message = explain.Working, ""
	}
	h.Message = fact + phrase.Prefixed("; ", h.Message)
}
