package remove

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Plan says what would be removed from what, in which order, and what speaks
// against it.
type Plan struct {
	// At is the moment of the diagnosis.
	At time.Time
	// AtLeast says that it was then or later.
	AtLeast bool
	// Server is the one that it was made for; Make leaves it empty.
	Server Server
	// Actions are in the order of execution: what others wait for comes first.
	Actions []Action
	// Warnings are those of the diagnosis that are about other objects.
	Warnings []Warning
	// Incomplete lists what could not be read for the diagnosis.
	Incomplete []trace.Problem
}

// Action takes one finalizer off one object.
type Action struct {
	Kind   trace.Kind
	Object trace.Node
	// Hold is what the diagnosis says of the finalizer.
	Hold explain.Hold
	// Level orders actions: those of a level do not wait for each other, and all
	// of a lower level come first.
	Level int
	// DeleteFirst says that the object is asked to go before.
	DeleteFirst bool
	// Rest are the holds of the finalizers that stay on the object.
	Rest []explain.Hold
	// After says what will happen once the finalizer is off.
	After string
	// Warnings are those of the diagnosis about the object.
	Warnings []string
	// Objections are what speaks against it.
	Objections []Objection

	// later is the digest of what it loses once the object was asked to go.
	later string
	// owned are the live objects that name it as their owner, nil where the graph
	// tells.
	owned []trace.Ref
	// fate is what becomes of the object by the plan.
	fate preflight.Fate
}

// Objection is something that speaks against an action.
type Objection struct {
	Guard   Guard
	Message string
	// Over are the names of what it speaks of, all of them: Message gives a few.
	Over []string
	// Instead is the command to turn to, word by word, nil for none.
	Instead []string
	// Flag overrides the guard; empty where nothing does.
	Flag string
	// Overridden says that the person gave that flag.
	Overridden bool
}

// Refused reports whether a guard that is not overridden stands against the
// action.
func (a *Action) Refused() bool {
	return slices.ContainsFunc(a.Objections, func(o Objection) bool { return !o.Overridden })
}

// Refused reports whether any of the actions is refused.
func (p *Plan) Refused() bool {
	return slices.ContainsFunc(p.Actions, func(a Action) bool { return a.Refused() })
}

// Permits are the guards that the person overrides.
type Permits struct {
	// DeleteFirst lets an object that nobody has asked to go be asked first.
	DeleteFirst bool
	// AcceptLoss are the losses that the person has named.
	AcceptLoss []string
	// Despite are the other guards that are overridden. A guard without a flag
	// cannot be, and the two above are named in their own way.
	Despite []Guard
}

func (p *Permits) despite(g Guard) bool {
	return g != NotDeleting && g != Loss && g.Flag() != "" && slices.Contains(p.Despite, g)
}

// Request is what the person wants.
type Request struct {
	// Objects are indexes into the diagnosis; nil means all that were asked about.
	Objects []int
	// Finalizers are those to remove; nil means all of each object.
	Finalizers []string
	// Holds, where given, are exactly what is meant, whatever the two above say.
	Holds   []explain.Place
	Permits Permits
}

// ErrNothing says that the objects have nothing that could be removed.
var ErrNothing = errors.New("there is no finalizer to remove")

// absentError says that there is nothing to remove of what was named.
type absentError struct{ message string }

func (e *absentError) Error() string        { return e.message }
func (e *absentError) Is(target error) bool { return target == ErrNothing }

// Make makes the plan for a request. The graph must be that of the diagnosis.
// An accepted loss that no action has (a LossError), and a finalizer that no
// object has, are errors: they mean that the person has something else in mind.
func Make(g *trace.Graph, kinds []trace.Kind, d *explain.Diagnosis, r Request) (*Plan, error) {
	m := &maker{diagnosis: d, graph: g, permits: r.Permits, kinds: kindsByName(kinds), served: kinds, accepted: map[string]bool{}}
	m.index()
	places := r.Holds
	if places == nil {
		found, err := m.named(r)
		if err != nil {
			return nil, err
		}
		places = found
	}
	plan := &Plan{At: d.At, AtLeast: d.AtLeast, Incomplete: d.Incomplete}
	m.places = places
	m.foresee()
	for _, p := range places {
		// An entry may stand twice, and in both lists of a namespace; it goes at once.
		if !slices.ContainsFunc(plan.Actions, func(a Action) bool { return m.same(&a, p) }) {
			plan.Actions = append(plan.Actions, m.action(p))
		}
	}
	if len(plan.Actions) == 0 {
		return nil, m.nothing(r)
	}
	plan.Warnings = m.warningsBeside()
	for _, text := range r.Permits.AcceptLoss {
		if !m.accepted[text] {
			return nil, &LossError{Named: text, Losses: losses(plan)}
		}
	}
	slices.SortStableFunc(plan.Actions, func(a, b Action) int { return cmp.Compare(a.Level, b.Level) })
	return plan, nil
}

// maker makes one plan.
type maker struct {
	diagnosis *explain.Diagnosis
	graph     *trace.Graph
	permits   Permits
	kinds     map[kindName]trace.Kind
	nodes     map[string]int  // UID to the index in the graph
	places    []explain.Place // all holds of the plan
	accepted  map[string]bool
	levels    map[int]int // object to level
	served    []trace.Kind
	// forecast is what comes of the plan, fates where in it an object is, by UID.
	forecast *preflight.Forecast
	fates    map[string]int
}

type kindName struct{ group, kind string }

func kindsByName(kinds []trace.Kind) map[kindName]trace.Kind {
	out := make(map[kindName]trace.Kind, len(kinds))
	for _, k := range kinds {
		if _, known := out[kindName{k.Group, k.Kind}]; !known {
			out[kindName{k.Group, k.Kind}] = k
		}
	}
	return out
}

func (m *maker) index() {
	m.nodes = map[string]int{}
	m.levels = map[int]int{}
	for i := range m.graph.Nodes {
		if uid := m.graph.Nodes[i].UID; uid != "" {
			m.nodes[uid] = i
		}
	}
}

// meant are the objects that a request is about.
func (m *maker) meant(r Request) []int {
	if r.Objects != nil {
		return r.Objects
	}
	var objects []int
	for i := range m.diagnosis.Objects {
		if m.diagnosis.Objects[i].Asked {
			objects = append(objects, i)
		}
	}
	return objects
}

// named finds the holds that the request names.
func (m *maker) named(r Request) ([]explain.Place, error) {
	objects := m.meant(r)
	var places []explain.Place
	seen := map[string]bool{}
	for _, i := range objects {
		for j := range m.diagnosis.Objects[i].Holds {
			f := m.diagnosis.Objects[i].Holds[j].Finalizer
			if f == "" || len(r.Finalizers) > 0 && !slices.Contains(r.Finalizers, f) {
				continue
			}
			seen[f] = true
			places = append(places, explain.Place{Object: i, Hold: j})
		}
	}
	for _, f := range r.Finalizers {
		if !seen[f] {
			return nil, &absentError{fmt.Sprintf("the finalizer %q is not on %s", f, m.subject(objects))}
		}
	}
	return places, nil
}

// nothing says that there is nothing to remove, and of which object, where it is one.
func (m *maker) nothing(r Request) error {
	if objects := m.meant(r); len(objects) == 1 {
		return fmt.Errorf("%w: %s has none", ErrNothing, m.subject(objects))
	}
	return ErrNothing
}

func (m *maker) subject(objects []int) string {
	if len(objects) != 1 {
		return "any of the objects"
	}
	n := &m.diagnosis.Objects[objects[0]].Node
	return nameOf(n)
}

// action makes one action of the plan.
func (m *maker) action(p explain.Place) Action {
	o := &m.diagnosis.Objects[p.Object]
	a := Action{
		Kind: m.kindOf(&o.Node), Object: o.Node, Hold: *m.diagnosis.Of(p),
		Level: m.level(p.Object, map[int]bool{}),
	}
	a.DeleteFirst = o.State == trace.Live && m.permits.DeleteFirst
	a.Rest = m.rest(p.Object)
	a.owned = o.Owned
	if f := m.fate(&a); f != nil {
		a.fate = *f
	}
	if a.ends() {
		a.Hold.Cost = m.going(&a, o.Goes)
	}
	a.later = lossDigest(&a)
	if a.DeleteFirst {
		a.Hold.Cost = m.asking(&a, o.Goes)
	}
	a.After = after(&a)
	a.Warnings = warningsOf(o, &a.Hold)
	for _, g := range guards {
		a.Objections = append(a.Objections, g(m, &a)...)
	}
	return a
}

// ends reports whether the object may go once the finalizer is off: nothing stays on it,
// or only what its holder may take off.
func (a *Action) ends() bool {
	switch a.fate.Outcome {
	case preflight.Hangs, preflight.Refused, preflight.Stays:
		return false
	case preflight.NotKnown:
		return !slices.ContainsFunc(a.fate.On, func(h preflight.Hindrance) bool { return h.Sort == preflight.Held && h.Now != explain.Running })
	case preflight.Goes, preflight.GoesAfter:
	}
	return true
}

// letsGo reports whether the holder of a finalizer that stays is well and, as far as
// is known, waits for nothing else.
func letsGo(h *explain.Hold) bool {
	return h.Verdict != explain.Stuck && (h.Health == explain.Running || h.Holder.BuiltIn) &&
		!slices.ContainsFunc(h.Blockers, func(b explain.Blocker) bool { return b.State != trace.Gone })
}

// same reports whether an action takes off what a place holds.
func (m *maker) same(a *Action, p explain.Place) bool {
	o := &m.diagnosis.Objects[p.Object]
	return a.Object.UID == o.UID && a.Object.Ref == o.Ref && a.Hold.Finalizer == m.diagnosis.Of(p).Finalizer
}

func (m *maker) kindOf(n *trace.Node) trace.Kind {
	if k, ok := m.kinds[kindName{n.Group, n.Kind}]; ok {
		return k
	}
	return trace.Kind{Group: n.Group, Kind: n.Kind, Version: n.Version, Resource: n.Resource, Namespaced: n.Namespace != ""}
}

// rest are the holds of the finalizers that stay on an object under the plan.
func (m *maker) rest(object int) []explain.Hold {
	var rest []explain.Hold
	for _, h := range m.diagnosis.Objects[object].Holds {
		taken := slices.ContainsFunc(m.places, func(p explain.Place) bool {
			return p.Object == object && m.diagnosis.Of(p).Finalizer == h.Finalizer
		})
		if h.Finalizer != "" && !taken {
			rest = append(rest, h)
		}
	}
	return rest
}

// goes reports whether the plan takes all finalizers off an object of the
// diagnosis that was asked to go, so that nobody has to wait for it afterwards.
func (m *maker) goes(object int) bool {
	if object < 0 {
		return false
	}
	o := &m.diagnosis.Objects[object]
	held := slices.ContainsFunc(o.Holds, func(h explain.Hold) bool { return h.Finalizer == "" })
	asked := o.State == trace.Deleting || o.State == trace.Live && m.permits.DeleteFirst
	planned := slices.ContainsFunc(m.places, func(p explain.Place) bool { return p.Object == object })
	return asked && planned && !held && len(m.rest(object)) == 0
}

// level is how many steps of waiting lie below an object. In a circle the
// object that is met again counts as the lowest.
func (m *maker) level(object int, above map[int]bool) int {
	if known, ok := m.levels[object]; ok {
		return known
	}
	if above[object] {
		return 0
	}
	above[object] = true
	level := 0
	for j := range m.diagnosis.Objects[object].Holds {
		for _, b := range m.diagnosis.Objects[object].Holds[j].Blockers {
			if b.Object >= 0 && b.Object != object {
				level = max(level, m.level(b.Object, above)+1)
			}
		}
	}
	delete(above, object)
	m.levels[object] = level
	return level
}

// after says what will happen once the finalizer is off.
func after(a *Action) string {
	switch {
	case len(a.Rest) > 0:
		names := make([]string, len(a.Rest))
		for i := range a.Rest {
			names[i] = a.Rest[i].Finalizer
		}
		return "still held by " + listed(names)
	case a.DeleteFirst, a.Object.State == trace.Deleting:
		return "the API server removes it at once"
	case a.Object.State == trace.Grace:
		return "it goes when its grace period ends"
	}
	return "nothing: it is not being deleted"
}

// listed names a few, and counts the others.
func listed(names []string) string { return listedUpTo(3, names) }

func listedUpTo(most int, names []string) string {
	switch n := len(names); {
	case n == 0:
		return "nothing"
	case n == 1:
		return names[0]
	case n > most:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most-1], ", "), n-most+1)
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// nameOf is how a person types an object.
func nameOf(n *trace.Node) string {
	return trace.Describe(trace.Kind{Group: n.Group, Resource: n.Resource}, n.Namespace, n.Name)
}
