package preflight

import (
	"context"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// mostTries is of how many named objects the server tries the deletion out.
	mostTries = 50
	// mostAlike is of how many objects of a kind that have the same finalizers the holder
	// is looked for: it is the same for the others.
	mostAlike = 20
)

// Surveyor reads what an act may reach. It holds no state between two calls.
type Surveyor struct {
	Reader    explain.Reader
	Catalogue *catalogue.Catalogue
	// Server is asked what it says to the act; nil where there is none.
	Server Server
	// Now is the moment of reading. AtLeast says that it was then or later.
	Now     time.Time
	AtLeast bool
	// MostTries bounds how many deletions the server is asked to try out. Beyond that only
	// the rights are asked for. Zero means 50.
	MostTries int
}

// survey is one reading.
type survey struct {
	*Surveyor
	act       Act
	situation *Situation
	known     []diagnose.Known
	whole     map[string]*unstructured.Unstructured // by UID
	unread    []trace.Problem
}

// Survey reads what surrounds the targets, which are the objects of the act. Of those that
// do not exist or cannot be read it returns an AskError of trace, beside a situation of the
// others; the situation is nil only where there is no other.
func (s *Surveyor) Survey(ctx context.Context, targets []trace.Target, act Act) (*Situation, error) {
	v := &survey{Surveyor: s, act: act, situation: &Situation{}, whole: map[string]*unstructured.Unstructured{}}
	graph, refused := v.trace(ctx, targets)
	if graph == nil {
		return nil, refused
	}
	kinds, _, err := s.Reader.Kinds(ctx)
	if err != nil {
		return nil, err
	}
	graph.Incomplete = append(graph.Incomplete, v.unread...)
	v.situation.Graph, v.situation.Kinds = graph, kinds
	if err := v.readFacts(ctx); err != nil {
		return nil, err
	}
	judged, alike := v.judged()
	diagnoser := &diagnose.Diagnoser{Reader: s.Reader, Catalogue: s.Catalogue, Now: s.Now, AtLeast: s.AtLeast, Known: slices.Concat(v.known, v.readAlike(ctx, alike)), Lost: true}
	diagnosis, around, err := diagnoser.Ahead(ctx, judged, alike)
	if err != nil {
		return nil, err
	}
	v.situation.Diagnosis, v.situation.Facts.Around = diagnosis, *around
	v.readSwitch(ctx)
	if act.Verb == Delete {
		v.situation.Facts.Answers = v.answers(ctx)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return v.situation, refused
}

func (v *survey) trace(ctx context.Context, targets []trace.Target) (*trace.Graph, error) {
	tracer := &trace.Tracer{
		Reader: v.Reader, Linker: v.Catalogue, Now: v.Now, AtLeast: v.AtLeast, All: true,
		// Only a deletion in the foreground waits for what names its owner wrongly.
		Astray: v.act.Cascade == Foreground || slices.ContainsFunc(targets, func(t trace.Target) bool { return t.Kind.IsNamespace() }),
		Seen: func(kind trace.Kind, obj *unstructured.Unstructured) {
			v.known = append(v.known, diagnose.Known{Kind: kind, Object: obj})
			v.whole[string(obj.GetUID())] = obj
		},
	}
	return tracer.Trace(ctx, slices.Concat(targets, v.hosted(ctx, targets)))
}

// judged is the graph with everything asked about that may be asked to go, or stays beside
// that, and is worth it: the holders of finalizers are looked for, and what is lost. Alike are
// the further ones of those of which there are many.
func (v *survey) judged() (judged *trace.Graph, alike []int) {
	var plays []*world
	most := lucks[0]
	most.more = true
	for _, l := range []luck{lucks[0], most} { // what holders may do is read later
		w := newWorld(v.situation, []Act{v.act}, l)
		w.play()
		plays = append(plays, w)
	}
	g := *v.situation.Graph
	g.Nodes = slices.Clone(g.Nodes)
	count, concerned := map[string]int{}, concerned(plays)
	for i := range g.Nodes {
		n, t := &g.Nodes[i], plays[0].things[i]
		n.Asked = false
		goes := t.reached() || plays[1].things[i].reached()
		if t.absent || !concerned[i] || !goes && len(n.Finalizers) == 0 {
			continue
		}
		key := likeness(n) // what stays does not use up the room of what goes
		if goes {
			key += "\ngoes"
		}
		if count[key]++; count[key] > mostAlike && !t.named && !isCore(t, "PersistentVolumeClaim") {
			if len(n.Finalizers) > 0 {
				alike = append(alike, i)
			}
			continue
		}
		n.Asked = len(n.Finalizers) > 0 || t.named || isCore(t, "PersistentVolumeClaim") || isCore(t, "Service")
	}
	return &g, alike
}

// readAlike reads objects whole of which only one like them is judged, since what each says of
// itself may keep its holder.
func (v *survey) readAlike(ctx context.Context, alike []int) []diagnose.Known {
	meant := map[string]bool{}
	for _, i := range alike {
		meant[v.situation.Graph.Nodes[i].UID] = true
	}
	v.readAll(ctx, func(n *trace.Node) bool { return meant[n.UID] })
	var out []diagnose.Known
	for _, i := range alike {
		n := &v.situation.Graph.Nodes[i]
		kind, served := v.kind(n.Group, n.Kind)
		if obj := v.whole[n.UID]; served && obj != nil {
			out = append(out, diagnose.Known{Kind: kind, Object: obj})
		}
	}
	return out
}

// likeness is the same for objects of a kind with the same finalizers.
func likeness(n *trace.Node) string {
	words := []string{n.Group, n.Kind}
	for _, f := range n.Finalizers {
		words = append(words, f.Name)
	}
	return strings.Join(words, ",")
}
