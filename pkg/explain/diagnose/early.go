package diagnose

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/ahead"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// passedAlike is for how many objects of one kind with the same finalizers a
	// diagnosis is thought ahead: what more of them take is mostly the same.
	passedAlike = 4
	// mostPassed is for how many it is in all.
	mostPassed = 64
	// rest is how long a pass rests after it has thought.
	rest = 2 * time.Millisecond
)

// Early asks the cluster, while the graph is still being read, what the diagnosis of it
// will want to know. It makes no answer other than it would be; it makes it come sooner
// where the server is far away, for some questions that turn out not to matter.
type Early struct {
	diagnoser Diagnoser
	far       func() bool
	once      *ahead.Once
	cancel    context.CancelFunc
	work      sync.WaitGroup
	woken     chan struct{}

	mu    sync.Mutex
	known []Known
	graph *trace.Graph // nil as long as it is read
	begun bool         // something was asked
	over  bool         // nothing will be, as the diagnosis asks by itself
}

// Begin begins to ask for a diagnosis, which uses the answers where it is given to the
// Diagnoser as Early. It must be closed. As long as the server is not far nothing is asked,
// and nothing is remembered: that is found out as answers come.
func (d *Diagnoser) Begin(ctx context.Context, far func() bool) *Early {
	e := &Early{diagnoser: *d, far: far, woken: make(chan struct{}, 1)}
	// What a pass must not do.
	e.diagnoser.Logs, e.diagnoser.KeepLog, e.diagnoser.Also, e.diagnoser.Known = nil, nil, nil, nil
	ctx, e.cancel = context.WithCancel(ctx)
	e.once = ahead.NewOnce(ctx, d.Reader)
	e.work.Go(func() { e.passes(ctx) })
	return e
}

// Close ends it, and waits until nothing is asked any more.
func (e *Early) Close() {
	e.cancel()
	e.work.Wait()
	e.once.Close()
}

// Met tells of an object that was read whole.
func (e *Early) Met(kind trace.Kind, obj *unstructured.Unstructured) {
	e.once.Know(kind, obj)
	e.mu.Lock()
	e.known = append(e.known, Known{kind, obj})
	e.mu.Unlock()
	e.wake()
}

// read tells of the graph, and returns whom its diagnosis is to ask.
func (e *Early) read(g *trace.Graph) explain.Reader {
	e.mu.Lock()
	e.graph = g
	e.mu.Unlock()
	if e.begins() {
		e.wake()
		return e.once
	}
	e.mu.Lock()
	e.over = true
	e.mu.Unlock()
	return e.diagnoser.Reader
}

func (e *Early) wake() {
	select {
	case e.woken <- struct{}{}:
	default: // it is woken already
	}
}

// passes thinks the diagnosis through each time there is more to know.
func (e *Early) passes(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-e.woken:
		}
		if !e.begins() {
			continue
		}
		for again := true; again; {
			r := e.once.Pass()
			e.think(ctx, r)
			time.Sleep(rest) // the processor is for those who answer
			again = r.Next(ctx)
		}
	}
}

// begins reports whether it is worth it to ask early, now or already.
func (e *Early) begins() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.begun = e.begun || !e.over && e.far()
	return e.begun
}

// reader is whom to ask meanwhile.
func (e *Early) reader() explain.Reader {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.begun {
		return e.once
	}
	return e.diagnoser.Reader
}

// think is a diagnosis of which nothing is kept but what it asks.
func (e *Early) think(ctx context.Context, r *ahead.Pass) {
	d := &e.diagnoser
	w, err := sight.New(ctx, r, d.Catalogue, trace.Clock{At: d.Now, AtLeast: d.AtLeast})
	if err != nil {
		return // the diagnosis will say so
	}
	w.Ahead = true
	e.mu.Lock()
	known, graph := slices.Clone(e.known), e.graph
	e.mu.Unlock()
	c := &worklist{View: w, byRef: map[trace.Ref]int{}}
	if graph == nil {
		graph = &trace.Graph{At: d.Now, AtLeast: d.AtLeast}
		for i, k := range known {
			n := c.nodeOf(k.Kind, k.Object)
			n.Asked = i == 0
			graph.Nodes = append(graph.Nodes, n)
		}
	}
	w.Graph = sight.Indexed(graph)
	for _, k := range known {
		w.Remember(k.Kind, k.Object)
	}
	for _, n := range someOf(graph.Nodes) {
		c.add(n)
	}
	_ = c.run(ctx) // there is nobody to tell
}

// someOf chooses for which objects a diagnosis is thought ahead.
func someOf(nodes []trace.Node) []trace.Node {
	var some []trace.Node
	alike := map[string]int{}
	for i := range nodes {
		n := &nodes[i]
		if !n.Asked && !n.State.Going() {
			continue
		}
		var sort strings.Builder
		fmt.Fprint(&sort, n.Group, "/", n.Kind)
		for _, f := range n.Finalizers {
			fmt.Fprint(&sort, " ", f.Name)
		}
		if alike[sort.String()]++; alike[sort.String()] <= passedAlike && len(some) < mostPassed {
			some = append(some, *n)
		}
	}
	return some
}
