package explain

import (
	"context"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// hearingsAtOnce bounds how many objects are judged at a time.
	hearingsAtOnce = 16
	// mostBeside bounds how many objects outside the graph are judged because
	// something in it waits for them.
	mostBeside = 500
)

// Diagnoser judges what a graph shows. It holds no state between two calls and
// is safe for concurrent use when its Reader is.
type Diagnoser struct {
	// Reader reads what the graph does not hold.
	Reader Reader
	// Catalogue is what is known of projects.
	Catalogue *Catalogue
	// Now is the moment of reading; it should be that of the graph.
	Now time.Time
	// Known are whole objects that were read already, so that they need not be
	// read again.
	Known []Known
	// Also is another cluster in which the asked objects may live, nil for none.
	Also *Elsewhere
	// Before is a diagnosis of the same question from a moment ago. What has
	// changed since is evidence of activity.
	Before *Diagnosis
}

// Known is an object that was read already.
type Known struct {
	Kind   trace.Kind
	Object *unstructured.Unstructured
}

// Diagnose judges every object of the graph that was asked about or is going
// away, and every object that these wait for. It fails when the context ends
// and when the server does not say what kinds it serves; whatever else cannot
// be read is listed in Incomplete.
func (d *Diagnoser) Diagnose(ctx context.Context, g *trace.Graph) (*Diagnosis, error) {
	w, err := newWorld(ctx, d.Reader, d.Catalogue, d.Now)
	if err != nil {
		return nil, err
	}
	w.also = d.Also
	for _, p := range g.Incomplete {
		w.note(p)
	}
	w.graph = indexed(g)
	for _, k := range d.Known {
		w.remember(k.Kind, k.Object)
	}
	c := &court{world: w, byRef: map[trace.Ref]int{}}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Asked || going(n.State) {
			c.summon(*n)
		}
	}
	if err := c.sit(ctx); err != nil {
		return nil, err
	}
	out := &Diagnosis{At: d.Now, Objects: c.objects}
	compare(ctx, w, d.Before, out)
	findCauses(out)
	out.Incomplete = w.incomplete()
	return out, nil
}

func going(s trace.State) bool { return s == trace.Deleting || s == trace.Grace }

// court judges objects until no new one turns up.
type court struct {
	*world
	objects []Object
	byRef   map[trace.Ref]int
	beside  int
}

// summon adds an object, once. Two objects of one Ref differ in their UID; of
// these only the one that exists is waited for.
func (c *court) summon(n trace.Node) int {
	at := len(c.objects)
	c.objects = append(c.objects, Object{Node: n})
	if _, known := c.byRef[n.Ref]; !known || n.State != trace.Recreated && n.State != trace.Gone {
		c.byRef[n.Ref] = at
	}
	return at
}

// sit judges all that was summoned, and then what that waits for.
func (c *court) sit(ctx context.Context) error {
	for begin := 0; begin < len(c.objects); {
		end := len(c.objects)
		c.ration(c.objects[begin:end])
		c.judgeAll(ctx, c.objects[begin:end])
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := begin; i < end; i++ {
			for j := range c.objects[i].Holds {
				c.follow(ctx, i, j)
			}
		}
		begin = end
	}
	return nil
}

// judgeAll judges several objects at a time.
func (c *court) judgeAll(ctx context.Context, objects []Object) {
	slots := make(chan struct{}, hearingsAtOnce)
	var running sync.WaitGroup
	for i := range objects {
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			c.judge(ctx, &objects[i])
		})
	}
	running.Wait()
}

// follow finds the blockers of a hold among the objects, and summons those that
// are going away and were not in the graph.
func (c *court) follow(ctx context.Context, object, hold int) {
	blockers := c.objects[object].Holds[hold].Blockers
	for i := range blockers {
		b := &blockers[i]
		if b.Name == "" {
			continue
		}
		at, known := c.byRef[b.Ref]
		if !known && going(b.State) {
			at, known = c.summonBeside(ctx, b.Ref)
		}
		if known && at != object {
			b.Object = at
		}
	}
}

func (c *court) summonBeside(ctx context.Context, ref trace.Ref) (int, bool) {
	if c.beside >= mostBeside {
		c.note(trace.Problem{About: trace.Part{Words: "further objects that are waited for"}, Reason: trace.LimitReached, Message: "more than are looked at in one run"})
		return 0, false
	}
	kind, served := c.kind(ref.Group, ref.Kind)
	s := c.look(ctx, ref)
	if !served || s.obj == nil {
		return 0, false
	}
	c.beside++
	return c.summon(c.nodeOf(kind, s.obj)), true
}

// nodeOf makes a node of an object that the graph does not hold.
func (c *court) nodeOf(kind trace.Kind, obj *unstructured.Unstructured) trace.Node {
	n := trace.Node{
		Ref:     trace.Ref{Group: kind.Group, Kind: kind.Kind, Namespace: obj.GetNamespace(), Name: obj.GetName()},
		Version: kind.Version, Resource: kind.Resource, UID: string(obj.GetUID()), State: c.stateOf(obj),
	}
	n.Created = obj.GetCreationTimestamp().UTC()
	if t := obj.GetDeletionTimestamp(); t != nil {
		n.Since = t.UTC()
	}
	names := obj.GetFinalizers()
	if kind.Group == "" && kind.Kind == "Namespace" {
		own, _, _ := unstructured.NestedStringSlice(obj.Object, "spec", "finalizers")
		names = append(own, names...)
	}
	for _, name := range names {
		n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: name, Holder: c.catalogue.Holder(kind, name)})
	}
	return n
}

// judge judges one object: each of its finalizers, and what holds it without
// being one.
func (c *court) judge(ctx context.Context, o *Object) {
	kind, served := c.kind(o.Group, o.Kind)
	if !served {
		kind = trace.Kind{Group: o.Group, Kind: o.Kind, Version: o.Version, Resource: o.Resource, Namespaced: o.Namespace != ""}
	}
	var whole *unstructured.Unstructured
	if o.State == trace.Live || going(o.State) {
		whole = c.look(ctx, o.Ref).obj
		if whole != nil && o.UID != "" && string(whole.GetUID()) != o.UID {
			whole = nil // another object by now
		}
	}
	written := sync.OnceValue(func() []write { return writesOf(whole) })
	hear := func(hold *Hold) *hearing {
		return &hearing{world: c.world, kind: kind, node: &o.Node, obj: whole, hold: hold, written: written}
	}
	for _, f := range o.Finalizers {
		o.Holds = append(o.Holds, Hold{Finalizer: f.Name, placed: placingOf(written(), f.Name)})
		c.judgeFinalizer(ctx, hear(&o.Holds[len(o.Holds)-1]))
	}
	for _, s := range besides {
		hold := Hold{}
		if s(ctx, hear(&hold)) {
			o.Holds = append(o.Holds, hold)
		}
	}
	for i := range o.Holds {
		o.Holds[i].bound()
	}
	o.Verdict = ownVerdict(o)
}

// besides are the holds that are no finalizer. Each is a hold of its own, where
// its stage decides.
var besides = []stage{
	ownerInvalid, unreadable, deleteClosed,
	awaited, refused,
	furtherObstacle(1), furtherObstacle(2), furtherObstacle(3), furtherObstacle(4), furtherObstacle(5),
	undecodableItself, notAskedYet, graceRuns, kubeletStage,
}

// judgeFinalizer finds the holder of a finalizer, and why it holds.
func (c *court) judgeFinalizer(ctx context.Context, h *hearing) {
	if entry, ok := c.catalogue.Entry(h.kind, h.hold.Finalizer); ok {
		h.entry = entry
	}
	findHolder(ctx, h)
	ofHolder := len(h.hold.Evidence)
	h.hold.Cost = costOf(h)
	if !going(h.node.State) {
		priced(ctx, h)
		h.decide(NotDeleting, WouldHold, "would hold it: "+h.holderName()+" has to take it off first"+h.waitsFor())
		return
	}
	for _, s := range stages {
		known := len(h.hold.Evidence)
		if s(ctx, h) {
			h.rests(known)
			break
		}
	}
	if h.hold.Reason == NobodyRemoves && !h.runsStill {
		h.disown(ofHolder)
	}
}

// ownVerdict is what the object's own state and holds say, whatever these wait
// for in turn.
func ownVerdict(o *Object) Verdict {
	switch o.State {
	case trace.Gone, trace.Recreated:
		return Absent
	case trace.Unreadable:
		return Unknown
	case trace.Grace:
		return InGrace
	case trace.Live:
		return liveVerdict(o)
	case trace.Deleting:
	}
	if len(o.Holds) == 0 {
		return Progressing // the API server is about to remove it
	}
	worst := Progressing
	for i := range o.Holds {
		if rank(o.Holds[i].Verdict) > rank(worst) {
			worst = o.Holds[i].Verdict
		}
	}
	return worst
}

// liveVerdict takes up what a stage found although nobody deletes the object.
func liveVerdict(o *Object) Verdict {
	verdict := NotDeleting
	for i := range o.Holds {
		if h := &o.Holds[i]; h.Finalizer == "" && rank(h.Verdict) > rank(verdict) {
			verdict = h.Verdict
		}
	}
	return verdict
}
