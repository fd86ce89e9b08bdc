package preflight

import (
	"cmp"
	"slices"

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
	case collects(finalizer), t.kind.IsNamespace() && finalizer == namespaceFinalizer, t.kind.IsDefinition() && finalizer == definitionFinalizer:
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
		if e.Fault != "" && e.Fault != trace.Cycle || to.absent || to.phase == gone {
			continue
		}
		of := w.tends(t, finalizer, e.Rule, to)
		if of == nil {
			continue
		}
		if to.phase == there {
			changed = w.ask(to, request{why: Managed, by: t, cascade: to.policy(w.cascadeOf(of))}) || changed
		}
		left = left || to.phase == there || of.Awaits && to.phase != gone
	}
	return changed, left
}

// tends is the rule by which the holder of a finalizer deletes what an edge leads to, nil
// where it does not.
func (w *world) tends(t *thing, finalizer, rule string, to *thing) *explain.Tending {
	rules := w.Facts.Tended[t.node.UID]
	for i := range rules {
		of := &rules[i]
		switch {
		case of.Rule != rule, !slices.Contains(of.Finalizers, finalizer), of.Kinds != nil && !slices.Contains(of.Kinds, to.node.Kind):
		case of.Perhaps && w.luck.kind && !w.luck.more:
		case sparing[rule] != nil && w.Facts.Spared[to.node.UID]:
		default:
			return of
		}
	}
	return nil
}

// cascadeOf is what a holder asks to become of the dependents of what it deletes.
func (w *world) cascadeOf(of *explain.Tending) Cascade {
	switch {
	case of.Cascade != "":
		return Cascade(of.Cascade)
	case w.luck.kind:
		return Default
	}
	return Foreground
}

// judge says whether the holder of a finalizer does its part: it does not where the
// answer decides.
func (w *world) judge(t *thing, finalizer string) Hindrance {
	hold, borrowed := w.hold(t.node, finalizer)
	h := Hindrance{Sort: Held, Finalizer: finalizer, Takes: -1, Fate: -1, Hold: hold}
	if hold == nil {
		h.Decides, h.Message = !w.luck.kind, "who takes it off is not known"
		return h
	}
	h.Holder, h.Now, h.Then = hold.Holder, hold.Health, StillThere
	name := cmp.Or(hold.Holder.Name, "its controller")
	if lost, then := w.lost(t, hold); lost != nil {
		h.Then, h.Takes, h.Decides = then, lost.at, true
		h.Message = name + " has to take it off, and " + lostWords(then, lost)
		return h
	}
	for _, ref := range w.Facts.Around.Needs[explain.NeedKey{UID: t.node.UID, Finalizer: finalizer}] {
		if need := w.byRef[ref]; need != nil && need.phase == gone && !need.absent && w.precedes(need, t) {
			h.Then, h.Takes, h.Decides = needGoes(ref), need.at, true
			h.Message = name + " does nothing without " + need.node.Short() + ", which goes"
			return h
		}
	}
	withheld := w.withheld(t, finalizer)
	switch {
	case t.was == going && borrowed && ownReason(hold):
		h.Decides, h.Message = !w.luck.kind, "what keeps it is not known: only others of its kind were looked at"
	case t.was == going && hold.Verdict == explain.Stuck:
		h.Decides, h.Message = true, hold.Message
	case t.was == going && hold.Verdict == explain.Progressing:
		h.Message = hold.Message
	case t.was == going && hold.Verdict == explain.Waiting:
		h.Decides, h.Message = w.waits(hold), hold.Message
	case withheld.Says != "" && (!hold.Holder.Sure() || !dead(hold.Health)):
		h.Decides, h.Message = withheld.Sure || !w.luck.kind, withheld.Says
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

// ownReason reports whether what is said of a hold is of its object, and not of its holder.
func ownReason(hold *explain.Hold) bool {
	return hold.Verdict == explain.Waiting || hold.Verdict == explain.Progressing || hold.Verdict == explain.Stuck && !dead(hold.Health)
}

// needGoes is what becomes of a holder when something goes without which it does nothing.
func needGoes(ref trace.Ref) Then {
	if ref.Group == "" && ref.Kind == "Secret" {
		return SecretGoes
	}
	return ConfigGoes
}

// withheld is why the holder of a finalizer will not take it off, the zero value where nothing
// says so, or nothing is left that it is for.
func (w *world) withheld(t *thing, finalizer string) explain.Withholding {
	why := w.Facts.Around.Withheld[explain.NeedKey{UID: t.node.UID, Finalizer: finalizer}]
	if t.was == going || len(why.For) > 0 && !slices.ContainsFunc(why.For, w.isThere) {
		return explain.Withholding{}
	}
	return why
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

// lost returns what the act takes away from a holder before it can act on a thing.
func (w *world) lost(t *thing, hold *explain.Hold) (*thing, Then) {
	if runs := w.byRef[hold.Holder.Workload]; runs != nil && hold.Holder.Workload.Name != "" && !runs.absent {
		if runs.stopped || runs.was == going || runs.phase != there && w.precedes(runs, t) {
			return runs, HolderGoes
		}
		space := w.byRef[trace.Ref{Kind: "Namespace", Name: runs.node.Namespace}]
		if space != nil && space.phase != there && runs.node.Namespace != "" && w.precedes(space, t) {
			return space, HolderGoes // its pods go first
		}
	}
	account := hold.Holder.Account
	if account.Name == "" {
		return nil, ""
	}
	if a := w.byRef[account]; a != nil && !a.absent && a.phase != there && w.precedes(a, t) {
		return a, HolderGoes
	}
	return w.rightless(t, account)
}

// precedes reports whether a holder comes too late for a thing because something has gone,
// or is going, that it rests on. It surely does where the thing was only asked to go because
// of that, or is not asked at all now. Of two that do not follow from each other nobody knows
// which is first: a holder that is quick still acts.
func (w *world) precedes(rest, t *thing) bool {
	return t.phase == there || !w.luck.quick || follows(t, rest)
}

// follows reports whether a thing was asked to go because another had gone, directly or not.
// The content of a namespace is asked once its pods have gone.
func follows(t, another *thing) bool {
	seen := map[*thing]bool{}
	for at := t; at != nil && at.by != nil && !seen[at]; at = at.by {
		seen[at] = true
		switch {
		case at.by != another:
		case at.by.ended <= at.asked, at.why == Content && !at.kind.IsPod():
			return true
		}
	}
	return false
}

// rightless returns what an account needs to write a thing and what goes, nil where
// another binding still lets it.
func (w *world) rightless(t *thing, account trace.Ref) (*thing, Then) {
	var lost *thing
	goes := func(ref trace.Ref) *thing {
		if g := w.byRef[ref]; g != nil && !g.absent && g.phase == gone && w.precedes(g, t) {
			return g
		}
		return nil
	}
	grants := w.Facts.Around.Grants[explain.GrantKey{Account: account, Group: t.kind.Group, Resource: t.kind.Resource, Namespace: t.node.Namespace}]
	for _, g := range grants {
		if lost = goes(g.Binding); lost == nil {
			lost = goes(g.Role)
		}
		if lost == nil {
			return nil, ""
		}
	}
	return lost, RightsGo
}

func lostWords(then Then, lost *thing) string {
	switch then {
	case RightsGo:
		return "its right to goes with " + lost.node.Short()
	case HolderGoes:
		if lost.stopped {
			return "is scaled to nothing"
		}
	case StillThere, WebhookGoes, SecretGoes, ConfigGoes:
	}
	if lost.kind.IsNamespace() {
		return "runs in namespace " + lost.node.Name + ", whose pods go first"
	}
	return "goes with " + lost.node.Short()
}

// kubelet says whether the node of a pod ends it: it does not where the answer decides.
func (w *world) kubelet(t *thing) Hindrance {
	node := w.Facts.Pods[t.node.UID].Node
	h := Hindrance{Sort: Grace, Ref: trace.Ref{Kind: "Node", Name: node}, Takes: -1, Fate: -1, Then: StillThere}
	ready, known := w.Facts.Nodes[node]
	goes := w.byRef[h.Ref]
	switch {
	case goes != nil && !goes.absent && goes.phase == gone:
		h.Message = "its node " + node + " goes, so that it is ended without it"
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
