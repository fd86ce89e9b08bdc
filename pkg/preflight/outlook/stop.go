package outlook

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Stop is one thing on which objects hang, by which they are refused, or which is not
// known.
type Stop struct {
	Group
	preflight.Hindrance
	// Takes is what the act takes away from the holder, the zero Ref for nothing.
	Takes trace.Ref
	// Later says that the objects are not asked to go now; who asks them later, waits in
	// vain.
	Later bool
	// Waiting counts further objects that wait for these.
	Waiting int
}

// stops gathers what hangs, is refused or is not known by what that rests on.
func (t *telling) stops() {
	var hangs, refused, unsure groups[Stop]
	into := map[preflight.Outcome]*groups[Stop]{preflight.Hangs: &hangs, preflight.Refused: &refused, preflight.NotKnown: &unsure}
	for i := range t.f.Fates {
		f := &t.f.Fates[i]
		all := into[f.Outcome]
		if f.Outcome == preflight.Stays {
			t.later(&hangs, f)
		}
		if all == nil {
			continue
		}
		root := t.root(i)
		for _, h := range decidingOf(&t.f.Fates[root]) {
			at := &t.f.Fates[root]
			s := all.of(t.stopKey(at, h), func() Stop { return Stop{Group: groupOf(&at.Node), Hindrance: *h, Takes: t.taken(h)} })
			if root == i {
				s.add(f)
			} else {
				s.Waiting += f.Count
			}
		}
	}
	for i := range t.rest.Held {
		h := &t.rest.Held[i]
		hangs.all = append(hangs.all, Stop{
			Group: h.Group, Later: true, Takes: h.Holder.Workload,
			Hindrance: preflight.Hindrance{Sort: preflight.Held, Finalizer: h.Finalizer, Holder: h.Holder, Now: explain.Running, Then: preflight.HolderGoes, Takes: -1, Fate: -1, Decides: true, Message: h.Holder.Name + " has to take it off, and goes: " + named(h.Holder.Workload)},
		})
	}
	t.out.Hangs, t.out.Refused, t.out.Unsure = hangs.all, refused.all, unsure.all
}

// later adds what would keep an object that stays, were it asked to go then.
func (t *telling) later(all *groups[Stop], f *preflight.Fate) {
	for i := range f.On {
		h := &f.On[i]
		s := all.of("later\n"+t.stopKey(f, h), func() Stop {
			return Stop{Group: groupOf(&f.Node), Later: true, Hindrance: *h, Takes: t.taken(h)}
		})
		s.add(f)
	}
}

// root follows what waits for what, to an object that itself decides.
func (t *telling) root(i int) int {
	for range t.f.Fates {
		next := -1
		for _, h := range t.awaiting(i) {
			if h.Fate >= 0 && h.Fate != i && t.f.Fates[h.Fate].Outcome == t.f.Fates[i].Outcome {
				next = h.Fate
				break
			}
		}
		if next < 0 {
			return i
		}
		i = next
	}
	return i // a circle: each waits for another
}

// awaiting are the hindrances that may lead further: those that decide, and all of them
// where these are nothing but a holder that is well, and waits in turn.
func (t *telling) awaiting(i int) []*preflight.Hindrance {
	deciding := decidingOf(&t.f.Fates[i])
	well := func(h *preflight.Hindrance) bool {
		return h.Sort == preflight.Held && h.Now == explain.Running && (h.Then == preflight.StillThere || h.Then == "")
	}
	if slices.ContainsFunc(deciding, func(h *preflight.Hindrance) bool { return !well(h) }) {
		return deciding
	}
	var all []*preflight.Hindrance
	for j := range t.f.Fates[i].On {
		all = append(all, &t.f.Fates[i].On[j])
	}
	return all
}

// decidingOf are the hindrances on which the outcome rests, the first where none says so.
func decidingOf(f *preflight.Fate) []*preflight.Hindrance {
	var out []*preflight.Hindrance
	for i := range f.On {
		if f.On[i].Decides {
			out = append(out, &f.On[i])
		}
	}
	switch {
	case len(out) > 0:
		return out
	case len(f.On) > 0:
		return []*preflight.Hindrance{&f.On[0]}
	}
	return []*preflight.Hindrance{{Sort: preflight.Gap, Takes: -1, Fate: -1, Message: f.Because}}
}

// stopKey tells apart what objects hang on. The message of what is held may name each
// object, and does not tell holders apart.
func (t *telling) stopKey(f *preflight.Fate, h *preflight.Hindrance) string {
	parts := []string{kindKey(&f.Node), string(h.Sort), h.Finalizer, string(h.Then)}
	if h.Sort == preflight.Held {
		parts = append(parts, h.Holder.Name, t.taken(h).Name)
		if h.Hold != nil && h.Hold.Verdict == explain.NotDeleting { // it names what to act on
			parts = append(parts, h.Message)
		}
	} else {
		parts = append(parts, h.Message)
	}
	return strings.Join(parts, "\n")
}

// taken is what the act takes away from a holder.
func (t *telling) taken(h *preflight.Hindrance) trace.Ref {
	if h.Takes < 0 || h.Takes >= len(t.f.Fates) {
		return trace.Ref{}
	}
	return t.f.Fates[h.Takes].Ref
}
