package diagnose

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/copyist"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/kube"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rules"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// hearingsAtOnce bounds how many objects are judged at a time.
	hearingsAtOnce = 64
	// mostBeside bounds how many objects outside the graph are judged because
	// something in it waits for them.
	mostBeside = 500
)

// Diagnoser judges what a graph shows. It holds no state between two calls and
// is safe for concurrent use when its Reader is.
type Diagnoser struct {
	// Reader reads what the graph does not hold.
	Reader explain.Reader
	// Catalogue is what is known of projects.
	Catalogue *catalogue.Catalogue
	// Now is the moment of reading; it should be that of the graph. AtLeast says that it
	// was then or later.
	Now     time.Time
	AtLeast bool
	// Scanned is what the lists have shown of which the graph was made; nil where that is not
	// known. It need not be listed again.
	Scanned *trace.Scanned
	// Early has asked for some of what the diagnosis wants to know, nil where nobody has.
	Early *Early
	// Known are whole objects that were read already, so that they need not be
	// read again.
	Known []Known
	// Also is another cluster in which the asked objects may live, nil for none.
	Also *explain.Elsewhere
	// Owned wants to know, of each object that a removal may end, what names it as
	// its owner in any namespace. That may take a list of all metadata.
	Owned bool
	// Lost wants to know what goes for good where an object is deleted as it should be.
	Lost bool
	// Logs reads what the holders print where nothing else tells why; nil where that is
	// not to be read.
	Logs explain.LogReader
	// Aside is what was copied beside the objects, where these were.
	Aside explain.Aside
	// EveryLog has them read for each hold.
	EveryLog bool
	// KeepLog is told, of each log that was read, the lines that the answer rests on; nil
	// where nobody wants to know. Several calls may come at a time.
	KeepLog func(of explain.LogOf, log explain.Log)
	// Timeline wants to know what was written to each object and said of it, when and by
	// whom.
	Timeline bool
	// Before is a diagnosis of the same question from a moment ago. What has
	// changed since is evidence of activity.
	Before *explain.Diagnosis
	// Watched says that the same is asked again: what is written in an object is then kept, to be compared.
	Watched bool
}

// Want is what a trace should note of objects for the diagnosis of its graph, so that these
// need not be listed again.
func Want() trace.Want { return trace.Want{Labels: rules.Labels()} }

// Known is an object that was read already.
type Known struct {
	Kind   trace.Kind
	Object *unstructured.Unstructured
}

// Diagnose judges every object of the graph that was asked about or is going
// away, and every object that these wait for. It fails when the context ends
// and when the server does not say what kinds it serves; whatever else cannot
// be read is listed in Incomplete.
func (d *Diagnoser) Diagnose(ctx context.Context, g *trace.Graph) (*explain.Diagnosis, error) {
	w, err := d.view(ctx, g)
	if err != nil {
		return nil, err
	}
	return d.diagnose(ctx, w)
}

// view begins to look at what surrounds a graph.
func (d *Diagnoser) view(ctx context.Context, g *trace.Graph) (*sight.View, error) {
	reader := d.Reader
	if d.Early != nil {
		reader = d.Early.read(g)
	}
	w, err := sight.New(ctx, reader, d.Catalogue, trace.Clock{At: d.Now, AtLeast: d.AtLeast})
	if err != nil {
		return nil, err
	}
	w.Also = d.Also
	w.Logs.Reader, w.Logs.Always, w.Logs.Keep, w.Logs.Aside = d.Logs, d.EveryLog, d.KeepLog, d.Aside
	w.Before = toldBefore(d.Before)
	for _, p := range g.Incomplete {
		w.Note(p)
	}
	w.Graph, w.Scanned = sight.Indexed(g), d.Scanned
	for _, k := range d.Known {
		w.Remember(k.Kind, k.Object)
	}
	return w, nil
}

func (d *Diagnoser) diagnose(ctx context.Context, w *sight.View) (*explain.Diagnosis, error) {
	c := &worklist{View: w, byRef: map[trace.Ref]int{}, lost: d.Lost, timeline: d.Timeline, watched: d.Watched}
	for i := range w.Graph.Nodes {
		if n := &w.Graph.Nodes[i]; n.Asked || n.State.Going() {
			c.add(*n)
		}
	}
	if err := c.run(ctx); err != nil {
		return nil, err
	}
	if d.Owned {
		c.readOwned(ctx)
	}
	out := &explain.Diagnosis{At: d.Now, AtLeast: d.AtLeast, Objects: c.objects, Graph: w.Graph.Graph}
	compare(ctx, w, d.Before, out)
	advise(w, out)
	findCauses(out)
	out.Incomplete = w.Incomplete()
	return out, nil
}

// worklist judges objects until no new one turns up.
type worklist struct {
	View    *sight.View
	objects []explain.Object
	byRef   map[trace.Ref]int
	beside  int
	lost    bool // what goes for good is asked
	// timeline says that the objects are to have one.
	timeline bool
	// watched says that what is written in them is to be kept.
	watched bool
}

// add adds an object, once. Two objects of one Ref differ in their UID; of
// these only the one that exists is waited for.
func (c *worklist) add(n trace.Node) int {
	at := len(c.objects)
	c.objects = append(c.objects, explain.Object{Node: n})
	if _, known := c.byRef[n.Ref]; !known || n.State != trace.Recreated && n.State != trace.Gone {
		c.byRef[n.Ref] = at
	}
	return at
}

// run judges all that was added, and then what that waits for.
func (c *worklist) run(ctx context.Context) error {
	for begin := 0; begin < len(c.objects); {
		end := len(c.objects)
		gates.ChooseTries(c.View, c.objects[begin:end])
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
func (c *worklist) judgeAll(ctx context.Context, objects []explain.Object) {
	var running errgroup.Group
	running.SetLimit(hearingsAtOnce)
	for i := range objects {
		running.Go(func() error {
			c.judge(ctx, &objects[i])
			return nil
		})
	}
	_ = running.Wait() // none fails
}

// follow finds the blockers of a hold among the objects, and adds those that are
// going away and were not in the graph.
func (c *worklist) follow(ctx context.Context, object, hold int) {
	blockers := c.objects[object].Holds[hold].Blockers
	for i := range blockers {
		b := &blockers[i]
		if b.Name == "" {
			continue
		}
		at, known := c.byRef[b.Ref]
		if !known && b.State.Going() {
			at, known = c.addBeside(ctx, b.Ref)
		}
		if known && at != object {
			b.Object = at
		}
	}
}

func (c *worklist) addBeside(ctx context.Context, ref trace.Ref) (int, bool) {
	if c.beside >= mostBeside {
		c.View.Note(trace.Problem{About: trace.Part{Words: "further objects that are waited for"}, Reason: trace.LimitReached, Message: "more than are looked at in one run"})
		return 0, false
	}
	kind, served := c.View.Kind(ref.Group, ref.Kind)
	s := c.View.Look(ctx, ref)
	if !served || s.Object == nil {
		return 0, false
	}
	c.beside++
	return c.add(c.nodeOf(kind, s.Object)), true
}

// nodeOf makes a node of an object that the graph does not hold.
func (c *worklist) nodeOf(kind trace.Kind, obj *unstructured.Unstructured) trace.Node {
	n := trace.Node{
		Ref:     trace.Ref{Group: kind.Group, Kind: kind.Kind, Namespace: obj.GetNamespace(), Name: obj.GetName()},
		Version: kind.Version, Resource: kind.Resource, UID: string(obj.GetUID()), State: c.View.StateOf(obj),
	}
	n.Created = obj.GetCreationTimestamp().UTC()
	if t := obj.GetDeletionTimestamp(); t != nil {
		n.Since, n.Presumed = c.View.Clock.Since(t.UTC()), trace.IsPresumed(t.UTC())
	}
	for _, name := range trace.FinalizersOf(obj) {
		n.Finalizers = append(n.Finalizers, trace.Finalizer{Name: name, Holder: c.View.Catalogue.Holder(kind, name)})
	}
	return n
}

// judge judges one object: each of its finalizers, and what holds it without
// being one.
func (c *worklist) judge(ctx context.Context, o *explain.Object) {
	kind, served := c.View.Kind(o.Group, o.Kind)
	if !served {
		kind = trace.Kind{Group: o.Group, Kind: o.Kind, Version: o.Version, Resource: o.Resource, Namespaced: o.Namespace != ""}
	}
	whole := c.wholeOf(ctx, o)
	if c.watched {
		o.Written = manifest.Timeless(whole)
	}
	written := sync.OnceValue(func() []manifest.Write { return manifest.WritesOf(whole) })
	about := func(finalizer string) *hearing.Case {
		return &hearing.Case{View: c.View, Kind: kind, Node: &o.Node, Object: whole, Finalizer: finalizer, Written: written}
	}
	for _, f := range o.Finalizers {
		h := about(f.Name)
		hold := judgeFinalizer(ctx, h)
		hold.Placed = placingOf(written(), f.Name)
		if last, acted := h.LastActed(); acted {
			hold.Acted = last.At
		}
		o.Holds = append(o.Holds, hold)
	}
	h := about("")
	for _, rung := range otherHolds {
		if f := rung(ctx, h); f.Decided() {
			f = mountServer(ctx, h, f)
			of := h.With(f.Notes)
			o.Holds = append(o.Holds, holdOf(of.With(signs.NothingLeft(ctx, of)), &f))
		}
	}
	if len(o.Holds) == 0 && c.View.Copied && whole != nil && o.State == trace.Deleting {
		o.Holds = append(o.Holds, judgeUnheld(ctx, about(explain.NotCopied)))
	}
	o.AskedBy = signs.AskedBy(ctx, h)
	if o.Asked || o.State.Going() {
		o.Goes = kube.GoesWith(ctx, h)
		countGoing(o)
		if c.lost {
			o.Lost = kube.LostWith(ctx, h)
		}
	}
	for i := range o.Holds {
		o.Holds[i] = copyist.WentBack(h, copyist.Hung(h, rowSays(h, o.Holds[i])))
		o.Holds[i].Next = kube.Weighed(ctx, c.View, o.Ref, o.Holds[i].Next)
		bound(&o.Holds[i])
	}
	copyist.TellBesides(h, o.Holds)
	if c.timeline {
		o.Timeline = timelineOf(ctx, c.View, o, whole, written())
	}
	o.Verdict = ownVerdict(o)
}

// wholeOf is o as it was read, or nil where nothing of it may be left, or where
// another object has its name by now.
func (c *worklist) wholeOf(ctx context.Context, o *explain.Object) *unstructured.Unstructured {
	if o.State != trace.Live && !o.State.Going() {
		return nil
	}
	whole := c.View.Look(ctx, o.Ref).Object
	if whole != nil && o.UID != "" && string(whole.GetUID()) != o.UID {
		return nil
	}
	return whole
}
