package preflight

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// serve has everybody who holds a finalizer do their part.
func (w *world) serve() bool {
	changed := false
	for _, t := range w.things {
		if t.phase != going {
			continue
		}
		for _, f := range slices.Clone(t.finalizers) {
			if t.phase == going {
				changed = w.serveOne(t, f) || changed
			}
		}
	}
	return changed
}

func (w *world) serveOne(t *thing, finalizer string) bool {
	switch {
	case collects(finalizer), t.kind.IsNamespace() && finalizer == namespaceFinalizer, isDefinition(t.kind) && finalizer == definitionFinalizer:
		return false // others do
	case finalizer == onNode:
		if how := w.kubelet(t); how.Decides {
			return false
		} else if w.release(t, onNode) {
			t.helped = append(t.helped, how)
			return true
		}
		return false
	case finalizer == claimFinalizer && isCore(t, "PersistentVolumeClaim"):
		return len(w.users(t)) == 0 && w.release(t, finalizer)
	case finalizer == volumeFinalizer && isCore(t, "PersistentVolume"):
		return w.claimOf(t) == nil && w.release(t, finalizer)
	case finalizer == jobFinalizer && t.kind.IsPod():
		return w.release(t, finalizer)
	}
	h := w.judge(t, finalizer)
	if h.Decides {
		return false
	}
	changed, left := w.tend(t, finalizer)
	if left {
		return changed
	}
	if w.release(t, finalizer) {
		t.helped = append(t.helped, h)
		return true
	}
	return changed
}

func collects(finalizer string) bool {
	return finalizer == foregroundFinalizer || finalizer == orphanFinalizer
}

func isCore(t *thing, kind string) bool { return t.kind.Group == "" && t.kind.Kind == kind }

// tend has a holder delete what it manages below a thing. Left says that some of it is
// still there, so that the holder waits.
func (w *world) tend(t *thing, finalizer string) (changed, left bool) {
	for _, e := range w.below[t.at] {
		to := w.things[e.To]
		does, awaits := w.tends(t, finalizer, e.Rule, to)
		if !does || e.Fault != "" && e.Fault != trace.Cycle || to.absent || to.phase == gone {
			continue
		}
		if to.phase == there {
			changed = w.ask(to, request{why: Managed, by: t, cascade: Background}) || changed
		}
		left = left || to.phase == there || awaits && to.phase != gone
	}
	return changed, left
}

// tends reports whether the holder of a finalizer deletes what an edge leads to, and
// whether it waits until that has gone.
func (w *world) tends(t *thing, finalizer, rule string, to *thing) (does, awaits bool) {
	for _, of := range w.Facts.Tended[t.node.UID] {
		if of.Rule == rule && slices.Contains(of.Finalizers, finalizer) && (of.Kinds == nil || slices.Contains(of.Kinds, to.node.Kind)) {
			does, awaits = true, awaits || of.Awaits
		}
	}
	return does, awaits
}

// judge says whether the holder of a finalizer does its part: it does not where the
// answer decides.
func (w *world) judge(t *thing, finalizer string) Hindrance {
	hold := w.hold(t.node, finalizer)
	h := Hindrance{Sort: Held, Finalizer: finalizer, Takes: -1, Fate: -1, Hold: hold}
	if hold == nil {
		h.Decides, h.Message = !w.luck.kind, "who takes it off is not known"
		return h
	}
	h.Holder, h.Now, h.Then = hold.Holder, hold.Health, StillThere
	name := hold.Holder.Name
	if name == "" {
		name = "its controller"
	}
	if lost, then := w.lost(t, hold); lost != nil {
		h.Then, h.Takes, h.Decides = then, lost.at, true
		h.Message = name + " has to take it off, and " + lostWords(then, lost)
		return h
	}
	for _, ref := range w.Facts.Around.Needs[explain.NeedKey{UID: t.node.UID, Finalizer: finalizer}] {
		if need := w.byRef[ref]; need != nil && need.phase == gone && !need.absent {
			h.Then, h.Takes, h.Decides = ConfigGoes, need.at, true
			if ref.Group == "" && ref.Kind == "Secret" {
				h.Then = SecretGoes
			}
			h.Message = name + " does nothing without " + shortName(need.node) + ", which goes"
			return h
		}
	}
	switch {
	case t.was == going && hold.Verdict == explain.Stuck:
		h.Decides, h.Message = true, hold.Message
	case t.was == going && hold.Verdict == explain.Progressing:
		h.Message = hold.Message
	case t.was == going && hold.Verdict == explain.Waiting:
		h.Decides, h.Message = w.waits(hold), hold.Message
	case !hold.Holder.Sure() && !hold.Holder.BuiltIn:
		h.Decides, h.Message = !w.luck.kind, "it is not known for certain who takes it off"
	case dead(hold.Health):
		h.Decides, h.Message = true, name+" has to take it off, and is "+hold.Health.Words()
	case hold.Health == explain.Running && t.was == there:
		h.Message = name + " runs, and has to take it off"
	default:
		h.Decides, h.Message = !w.luck.kind, name+" has to take it off, and how that one is could not be seen"
	}
	return h
}

// waits reports whether something that a hold waits for is left.
func (w *world) waits(hold *explain.Hold) bool {
	for i := range hold.Blockers {
		b := &hold.Blockers[i]
		if b.Name == "" {
			return !w.luck.kind
		}
		if t := w.byRef[b.Ref]; t != nil && !t.absent && t.phase != gone {
			return true
		} else if t == nil && b.State != trace.Gone {
			return b.State == trace.Live || !w.luck.kind
		}
	}
	return false
}

// dead reports whether a holder was seen not to be able to act.
func dead(h explain.Health) bool {
	switch h {
	case explain.Uninstalled, explain.Missing, explain.ScaledDown, explain.NotReady, explain.NotLeading, explain.NotAllowed:
		return true
	case explain.Running, explain.Hidden:
	}
	return false
}

// lost returns what the act takes away from a holder before it can act on a thing. One
// that acts at once still does so where the two are asked to go in the same moment.
func (w *world) lost(t *thing, hold *explain.Hold) (*thing, Then) {
	until := w.turn
	if w.luck.quick {
		until = t.asked
	}
	before := func(turn int) bool { return turn < until || turn == until && !w.luck.quick }
	if runs := w.byRef[hold.Holder.Workload]; runs != nil && hold.Holder.Workload.Name != "" && !runs.absent {
		if runs.stopped || runs.phase != there && before(runs.asked) || runs.was == going {
			return runs, HolderGoes
		}
		if space := w.byRef[trace.Ref{Kind: "Namespace", Name: runs.node.Namespace}]; space != nil && space.phase != there && runs.node.Namespace != "" && before(space.asked) {
			return space, HolderGoes // its pods go first
		}
	}
	account := hold.Holder.Account
	if account.Name == "" {
		return nil, ""
	}
	if a := w.byRef[account]; a != nil && !a.absent && a.phase != there && before(a.asked) {
		return a, HolderGoes
	}
	return w.rightless(t, account, before)
}

// rightless returns what an account needs to write a thing and what goes, nil where
// another binding still lets it.
func (w *world) rightless(t *thing, account trace.Ref, before func(int) bool) (*thing, Then) {
	var lost *thing
	grants := w.Facts.Around.Grants[explain.GrantKey{Account: account, Group: t.kind.Group, Resource: t.kind.Resource, Namespace: t.node.Namespace}]
	for _, g := range grants {
		goes := w.byRef[g.Binding]
		if goes == nil || goes.absent || goes.phase != gone || !before(goes.asked) {
			goes = w.byRef[g.Role]
		}
		if goes == nil || goes.absent || goes.phase != gone || !before(goes.asked) {
			return nil, ""
		}
		lost = goes
	}
	return lost, RightsGo
}

func lostWords(then Then, lost *thing) string {
	switch then {
	case RightsGo:
		return "its right to goes with " + shortName(lost.node)
	case HolderGoes:
		if lost.stopped {
			return "is scaled to nothing"
		}
	case StillThere, WebhookGoes, SecretGoes, ConfigGoes, KindGoes:
	}
	if lost.kind.IsNamespace() {
		return "runs in namespace " + lost.node.Name + ", whose pods go first"
	}
	return "goes with " + shortName(lost.node)
}

func shortName(n *trace.Node) string { return strings.ToLower(n.Kind) + "/" + n.Name }

// kubelet says whether the node of a pod ends it: it does not where the answer decides.
func (w *world) kubelet(t *thing) Hindrance {
	node := w.Facts.Pods[t.node.UID].Node
	h := Hindrance{Sort: Grace, Ref: trace.Ref{Kind: "Node", Name: node}, Takes: -1, Fate: -1, Then: StillThere}
	ready, known := w.Facts.Nodes[node]
	switch {
	case known && ready:
		h.Message = "the kubelet of node " + node + " ends it"
	case known:
		h.Decides, h.Message = true, "its node "+node+" is not ready, and nobody else ends it"
	case w.Facts.NodesKnown:
		h.Message = "its node " + node + " does not exist, so that it is ended without it"
	default:
		h.Decides, h.Message = !w.luck.kind, "how its node "+node+" is could not be read"
	}
	return h
}
