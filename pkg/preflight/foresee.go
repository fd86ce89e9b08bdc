package preflight

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Foresee says what comes of acts that are done one after the other. It is pure: the same
// situation and acts give the same forecast.
//
// The acts are played through, once for each way in which what is not known may turn out.
// What comes out the same each time is the answer; what does not is not known.
func Foresee(s *Situation, acts ...Act) *Forecast {
	var plays []*world
	for _, l := range lucks {
		w := newWorld(s, acts, l)
		w.play()
		plays = append(plays, w)
	}
	return tell(plays)
}

// lucks are the ways, the kindest first and the unkindest last.
var lucks = []luck{
	{kind: true, quick: true, early: true},
	{kind: true, quick: true},
	{kind: true, early: true},
	{kind: true},
	{quick: true, early: true},
	{quick: true},
	{early: true},
	{},
}

// play plays the acts until nothing changes any more.
func (w *world) play() {
	w.turn = 1
	w.begin()
	controllers := []func() bool{w.reclaim, w.bury, w.empty, w.clear}
	if w.luck.early {
		controllers = append([]func() bool{w.orphan, w.collect}, controllers...)
	} else {
		controllers = append([]func() bool{w.collect, w.orphan}, controllers...)
	}
	for changed := true; changed; {
		w.turn++
		changed = w.luck.quick && w.serve()
		for _, control := range controllers {
			changed = control() || changed
		}
		if !changed && !w.luck.quick {
			changed = w.serve()
		}
	}
}

// begin does what the person does.
func (w *world) begin() {
	for i := range w.acts {
		for _, ref := range w.acts[i].Objects {
			if t := w.byRef[ref]; t != nil && !t.absent && t.phase != gone {
				t.named = true
				w.do(&w.acts[i], t)
			}
		}
	}
}

// do does one act to one thing.
func (w *world) do(act *Act, t *thing) {
	switch act.Verb {
	case Delete:
		w.ask(t, request{why: Named, cascade: t.policy(cmp.Or(act.Cascade, Background))})
		if t.phase != there {
			t.why = Named
		}
	case Release:
		w.takeOff(act, t)
	case Scale:
		w.scale(act, t)
	}
}

// policy is what the server makes of a cascade; empty changes nothing.
func (t *thing) policy(c Cascade) Cascade {
	switch {
	case c == Default && orphansByDefault(t.kind) && !t.has(foregroundFinalizer):
		return Orphan
	case c == Default:
		return ""
	}
	return c
}

// orphansByDefault reports whether the API server sets the dependents of a kind free where
// nothing is said of them: k8s.io/kubernetes/pkg/registry, DefaultGarbageCollectionPolicy.
func orphansByDefault(k trace.Kind) bool {
	return k.Group == "batch" && k.Kind == "Job" || k.Group == "" && k.Kind == "ReplicationController"
}

func (w *world) takeOff(act *Act, t *thing) {
	if t.why == "" {
		t.why = NotDeleting
		if t.phase == going {
			t.why = Ends
		}
	}
	for _, f := range t.finalizers {
		if f != onNode && (act.Finalizers == nil || slices.Contains(act.Finalizers, f)) {
			w.release(t, f)
		}
	}
}

// scale stops the pods of a workload: all of them, or of those that are numbered the
// highest. Which of others go is not known.
func (w *world) scale(act *Act, t *thing) {
	t.why = NotDeleting
	t.stopped = act.Replicas == 0
	for _, pod := range w.podsOf(t) {
		number, numbered := ordinal(t.node.Name, pod.node.Name)
		if t.stopped || t.node.Kind == "StatefulSet" && numbered && number >= act.Replicas {
			w.giveClaims(t, pod)
			w.ask(pod, request{why: Ran, by: t, cascade: Background})
		}
	}
}

// podsOf are the pods that a workload owns, directly or not.
func (w *world) podsOf(t *thing) []*thing {
	var out []*thing
	seen := map[*thing]bool{t: true}
	for waiting := []*thing{t}; len(waiting) > 0; waiting = waiting[1:] {
		for _, b := range waiting[0].dependents {
			d := b.dependent
			if seen[d] || b.off || b.sort != sound {
				continue
			}
			seen[d] = true
			if d.kind.IsPod() {
				out = append(out, d)
			} else if d.node.Kind == "ReplicaSet" || d.node.Kind == "Job" {
				waiting = append(waiting, d)
			}
		}
	}
	return out
}

// reached reports whether the act has to do with a thing.
func (t *thing) reached() bool {
	return !t.absent && (t.named || t.phase != t.was || t.phase == going || t.refusal != nil)
}

// ordinal is the number of a pod of a StatefulSet.
func ordinal(set, pod string) (int64, bool) {
	text, ok := strings.CutPrefix(pod, set+"-")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
