package preflight

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// The finalizers whose holders are a part of the play.
const (
	foregroundFinalizer = metav1.FinalizerDeleteDependents
	orphanFinalizer     = metav1.FinalizerOrphanDependents
	namespaceFinalizer  = "kubernetes"
	definitionFinalizer = trace.DefinitionFinalizer
	claimFinalizer      = "kubernetes.io/pvc-protection"
	volumeFinalizer     = "kubernetes.io/pv-protection"
	jobFinalizer        = "batch.kubernetes.io/job-tracking"
	// onNode stands for the kubelet, which is no finalizer.
	onNode = ""
)

// world is a cluster in which an act is played through, by the rules of the API server and
// of its controllers.
type world struct {
	*Situation
	acts   []Act
	luck   luck
	things []*thing
	byRef  map[trace.Ref]*thing
	// inside are the things of a namespace, instances those of a definition.
	inside, instances map[string][]*thing
	spaces            []*thing
	definitions       []*thing
	// below and above are the edges of the graph that are no ownerReferences.
	below, above map[int][]trace.Edge
	turn         int
}

// luck is how what is not known turns out in a play.
type luck struct {
	// kind says that holders of which nothing is known do their part.
	kind bool
	// more says that these also delete what they perhaps delete.
	more bool
	// quick says that holders act before the controllers of Kubernetes do.
	quick bool
	// early says that owners are done with before their dependents are looked at: set free
	// before others are collected, and let go where none blocks them.
	early bool
}

// phase is what has become of a thing.
type phase int

const (
	there phase = iota
	going
	gone
)

// never is a turn that does not come.
const never = 1 << 30

// thing is an object of a play, or several that are alike.
type thing struct {
	at    int
	node  *trace.Node
	kind  trace.Kind
	count int
	// absent says that it only stands for what a reference names.
	absent bool
	named  bool
	phase  phase
	was    phase
	// finalizers are those that it has, the kubelet as onNode among them.
	finalizers []string
	owners     []*bond
	dependents []*bond
	// why and by say what asked it to go; asked and ended are the turns.
	why          Why
	by           *thing
	asked, ended int
	foreground   bool
	// stopped says that it was scaled to nothing.
	stopped bool
	// refusal is what has refused a request to delete it, writeRefusal one to change it.
	refusal, writeRefusal *Hindrance
	// helped are those who did their part for it.
	helped []Hindrance
}

// bond is an ownerReference.
type bond struct {
	owner, dependent *thing
	block            bool
	sort             bondSort
	// off says that it was taken out, orphaned that the collector set the dependent free.
	off, orphaned bool
}

type bondSort int

const (
	// sound leads to its owner.
	sound bondSort = iota
	// dangling leads to nothing, as the collector sees it.
	dangling
	// senseless cannot be followed: the collector leaves the dependent alone.
	senseless
)

func newWorld(s *Situation, acts []Act, l luck) *world {
	w := &world{
		Situation: s, acts: acts, luck: l, byRef: map[trace.Ref]*thing{},
		inside: map[string][]*thing{}, instances: map[string][]*thing{},
		below: map[int][]trace.Edge{}, above: map[int][]trace.Edge{},
	}
	kinds := map[[2]string]trace.Kind{}
	for _, k := range s.Kinds {
		if _, known := kinds[[2]string{k.Group, k.Kind}]; !known {
			kinds[[2]string{k.Group, k.Kind}] = k
		}
	}
	for i := range s.Graph.Nodes {
		n := &s.Graph.Nodes[i]
		kind, served := kinds[[2]string{n.Group, n.Kind}]
		if !served {
			kind = trace.Kind{Group: n.Group, Kind: n.Kind, Version: n.Version, Resource: n.Resource, Namespaced: n.Namespace != ""}
		}
		w.add(n, kind)
	}
	for _, e := range s.Graph.Edges {
		if e.Rule == trace.OwnerRule {
			w.bind(e)
			continue
		}
		w.below[e.From] = append(w.below[e.From], e)
		w.above[e.To] = append(w.above[e.To], e)
	}
	w.unfold()
	for _, t := range w.things {
		w.place(t)
	}
	w.hand()
	return w
}

func (w *world) add(n *trace.Node, kind trace.Kind) *thing {
	t := &thing{at: len(w.things), node: n, kind: kind, count: 1, asked: never, ended: never}
	switch n.State {
	case trace.Gone, trace.Recreated, trace.Unreadable:
		t.absent = true
	case trace.Grace, trace.Deleting:
		t.phase, t.was, t.asked = going, going, 0
	case trace.Live:
	}
	for _, f := range n.Finalizers {
		t.finalizers = append(t.finalizers, f.Name)
	}
	if t.phase == going {
		t.foreground = slices.Contains(t.finalizers, foregroundFinalizer)
		w.toNode(t)
	}
	w.things = append(w.things, t)
	if _, taken := w.byRef[n.Ref]; !taken || !t.absent {
		w.byRef[n.Ref] = t
	}
	return t
}

// bind adds an ownerReference.
func (w *world) bind(e trace.Edge) {
	b := &bond{owner: w.things[e.From], dependent: w.things[e.To], block: e.Block}
	switch e.Fault {
	case trace.TargetGone, trace.TargetRecreated, trace.OtherName, trace.WrongNamespace:
		b.sort = dangling
	case trace.WrongScope, trace.KindUnknown:
		b.sort = senseless
	case trace.Cycle, "":
	}
	b.owner.dependents = append(b.owner.dependents, b)
	b.dependent.owners = append(b.dependent.owners, b)
}

// unfold adds what the graph has only counted.
func (w *world) unfold() {
	for i := range w.Graph.Nodes {
		above := w.things[i]
		for _, f := range w.Graph.Nodes[i].Folded {
			n := &trace.Node{Ref: trace.Ref{Group: f.Group, Kind: f.Kind, Namespace: above.node.Namespace}, Resource: f.Resource, State: trace.Live}
			if above.kind.IsNamespace() && f.Rule == trace.ContentRule {
				n.Namespace = above.node.Name
			}
			t := w.add(n, trace.Kind{Group: f.Group, Kind: f.Kind, Resource: f.Resource, Namespaced: n.Namespace != ""})
			t.count = f.Count
			delete(w.byRef, n.Ref)
			switch f.Rule {
			case trace.OwnerRule:
				b := &bond{owner: above, dependent: t}
				above.dependents, t.owners = append(above.dependents, b), append(t.owners, b)
			case trace.ContentRule, trace.InstanceRule:
			default:
				e := trace.Edge{From: above.at, To: t.at, Rule: f.Rule}
				w.below[above.at], w.above[t.at] = append(w.below[above.at], e), append(w.above[t.at], e)
			}
			if f.Rule == trace.InstanceRule {
				w.instances[above.node.Name] = append(w.instances[above.node.Name], t)
			}
		}
	}
}

const (
	claimRule = "pvc:bound"
	mountRule = "pvc:mounted"
)

// place notes what contains the thing.
func (w *world) place(t *thing) {
	switch {
	case t.absent:
		return
	case t.kind.IsNamespace():
		w.spaces = append(w.spaces, t)
	case t.kind.IsDefinition():
		w.definitions = append(w.definitions, t)
	}
	if t.node.Namespace != "" {
		w.inside[t.node.Namespace] = append(w.inside[t.node.Namespace], t)
	}
	if strings.Contains(t.node.Group, ".") && t.node.Name != "" {
		of := t.node.Resource + "." + t.node.Group
		w.instances[of] = append(w.instances[of], t)
	}
}

// hand notes what the graph says is contained, whatever it is called.
func (w *world) hand() {
	for _, e := range w.Graph.Edges {
		of := map[string]map[string][]*thing{trace.ContentRule: w.inside, trace.InstanceRule: w.instances}[e.Rule]
		name, t := w.things[e.From].node.Name, w.things[e.To]
		if of != nil && !t.absent && !slices.Contains(of[name], t) {
			of[name] = append(of[name], t)
		}
	}
}

// toNode has the kubelet hold a pod that runs on a node.
func (w *world) toNode(t *thing) {
	if facts := w.Facts.Pods[t.node.UID]; t.kind.IsPod() && facts.Node != "" && !facts.Ended && !slices.Contains(t.finalizers, onNode) {
		t.finalizers = append(t.finalizers, onNode)
	}
}

func (t *thing) has(finalizer string) bool { return slices.Contains(t.finalizers, finalizer) }

// deletesDependents reports whether the collector has it wait for its dependents.
func (t *thing) deletesDependents() bool { return t.phase == going && t.has(foregroundFinalizer) }

// blocking are the dependents that it waits for.
func (t *thing) blocking() []*thing {
	var out []*thing
	for _, b := range t.dependents {
		if b.block && !b.off && b.dependent.phase != gone {
			out = append(out, b.dependent)
		}
	}
	return out
}
