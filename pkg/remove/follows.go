package remove

import (
	"fmt"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// foresee has the engine of consequences say what comes of the plan as a whole: of all that
// it deletes and takes off, in its order.
func (m *maker) foresee() {
	var acts []preflight.Act
	for _, p := range m.places {
		o := &m.diagnosis.Objects[p.Object]
		if o.State == trace.Live { // what that would come to is what guards speak of
			acts = append(acts, preflight.Act{Verb: preflight.Delete, Cascade: preflight.Default, Objects: []trace.Ref{o.Ref}})
		}
	}
	for _, p := range m.places {
		o := &m.diagnosis.Objects[p.Object]
		acts = append(acts, preflight.Act{Verb: preflight.Release, Objects: []trace.Ref{o.Ref}, Finalizers: []string{m.diagnosis.Of(p).Finalizer}})
	}
	m.forecast = preflight.Foresee(&preflight.Situation{Graph: m.widened(), Diagnosis: m.diagnosis, Kinds: m.served}, acts...)
	m.fates = map[string]int{}
	for i := range m.forecast.Fates {
		if uid := m.forecast.Fates[i].UID; uid != "" {
			m.fates[uid] = i
		}
	}
}

// widened is the graph with what the diagnosis has found beside it: objects that are
// waited for, and dependents wherever they are.
func (m *maker) widened() *trace.Graph {
	g := *m.graph
	g.Nodes, g.Edges = slices.Clone(g.Nodes), slices.Clone(g.Edges)
	at := map[string]int{}
	byRef := map[trace.Ref]int{}
	for i := range g.Nodes {
		at[g.Nodes[i].UID] = i
		byRef[g.Nodes[i].Ref] = i
	}
	add := func(n trace.Node) int {
		n.Asked, n.Folded, n.Cut = false, nil, 0
		g.Nodes = append(g.Nodes, n)
		byRef[n.Ref] = len(g.Nodes) - 1
		return len(g.Nodes) - 1
	}
	for i := range m.diagnosis.Objects {
		o := &m.diagnosis.Objects[i]
		from, shown := at[o.UID]
		if !shown || o.UID == "" {
			from = add(o.Node)
			at[o.UID] = from
		}
		g.Nodes[from].Finalizers = held(o)
		if o.Owned == nil {
			continue
		}
		g.Nodes[from].Folded = slices.DeleteFunc(slices.Clone(g.Nodes[from].Folded), func(f trace.Fold) bool { return f.Rule == trace.OwnerRule })
		for _, ref := range o.Owned {
			to, shown := byRef[ref]
			if !shown {
				to = add(trace.Node{Ref: ref, Resource: m.kindOf(&trace.Node{Ref: ref}).Resource, UID: fmt.Sprint("of ", o.UID, " ", ref), State: trace.Live})
			}
			if !slices.ContainsFunc(g.Edges, func(e trace.Edge) bool { return e.From == from && e.To == to && e.Rule == trace.OwnerRule }) {
				g.Edges = append(g.Edges, trace.Edge{From: from, To: to, Rule: trace.OwnerRule})
			}
		}
	}
	return &g
}

// held are the finalizers of an object, those that were judged among them.
func held(o *explain.Object) []trace.Finalizer {
	out := slices.Clone(o.Finalizers)
	for i := range o.Holds {
		if f := o.Holds[i].Finalizer; f != "" && !slices.ContainsFunc(out, func(x trace.Finalizer) bool { return x.Name == f }) {
			out = append(out, trace.Finalizer{Name: f})
		}
	}
	return out
}

// fate is what becomes of the object of an action, nil where nothing is known.
func (m *maker) fate(a *Action) *preflight.Fate {
	at, known := m.fates[a.Object.UID]
	if !known {
		return nil
	}
	return &m.forecast.Fates[at]
}

// takes reports whether a fate comes from an action: whether what takes it along is its
// object, or goes along with that.
func (m *maker) takes(a *Action, f *preflight.Fate) bool {
	at, known := m.fates[a.Object.UID]
	if !known {
		return false
	}
	for range m.forecast.Fates {
		switch {
		case f.By == at:
			return true
		case f.By < 0:
			return false
		}
		f = &m.forecast.Fates[f.By]
	}
	return false
}

// within reports whether an object is in a namespace, or of the kind of a definition.
func (m *maker) within(a *Action, f *preflight.Fate) bool {
	if a.Kind.IsNamespace() && f.Namespace == a.Object.Name || a.Kind.IsDefinition() && f.Resource+"."+f.Group == a.Object.Name {
		return true
	}
	at, known := m.nodes[a.Object.UID]
	return known && slices.ContainsFunc(m.graph.Edges, func(e trace.Edge) bool {
		return e.From == at && contains(e.Rule) && f.UID != "" && m.graph.Nodes[e.To].UID == f.UID
	})
}

// contains reports whether an edge leads from a container to its content.
func contains(rule string) bool { return rule == trace.ContentRule || rule == trace.InstanceRule }
