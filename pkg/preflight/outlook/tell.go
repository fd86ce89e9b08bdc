package outlook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/install"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Question is what was asked.
type Question struct {
	// Operation is "delete" or "uninstall".
	Operation string
	// Commands do it, word by word, and Checks print nothing once it is done.
	Commands [][]string
	Checks   [][]string
	// Installation is what is deleted by name, and what belongs to it.
	Installation *install.Installation
	// Foresee tells what comes of deleting other objects instead, in the same cluster; nil
	// where that is not known.
	Foresee func(objects []trace.Ref) *preflight.Forecast
}

// Tell makes the answer. Nothing of what is given is changed.
func Tell(q *Question, g *trace.Graph, f *preflight.Forecast, rest *Rest) *Answer {
	t := &telling{q: q, f: f, rest: rest, graph: graphOf(g), gone: goneOf(f)}
	t.out = &Answer{
		At: f.At, AtLeast: f.AtLeast, Operation: q.Operation, Title: q.Installation.Title, Forecast: f,
		Unseen: q.Installation.Unseen,
	}
	t.out.Incomplete = problemsOf(q.Installation.Incomplete, f.Incomplete, rest.Incomplete)
	t.goes()
	t.lost()
	t.stops()
	t.behind()
	t.traps()
	t.out.Reasons = t.reasons()
	t.out.Verdict = t.out.Reasons[0]
	t.order()
	return t.out
}

type telling struct {
	q     *Question
	f     *preflight.Forecast
	rest  *Rest
	graph *above
	gone  gone
	out   *Answer
}

// problemsOf are all problems, each once.
func problemsOf(lists ...[]trace.Problem) []trace.Problem {
	out := slices.Concat(lists...)
	slices.SortFunc(out, trace.Problem.Compare)
	return slices.Compact(out)
}

// reasons are the verdicts that are true.
func (t *telling) reasons() []Verdict {
	var out []Verdict
	if len(t.out.Refused) > 0 {
		out = append(out, Refused)
	}
	if len(t.out.Hangs) > 0 || slices.ContainsFunc(t.out.Unsure, func(s Stop) bool { return s.Taken() }) { // what comes first decides
		out = append(out, Hangs)
	}
	if slices.ContainsFunc(t.out.Lost, func(l Loss) bool { return !l.Perhaps }) {
		out = append(out, Loses)
	}
	harm := slices.ContainsFunc(t.out.Behind, func(l Leftover) bool { return l.Harm })
	if harm && !slices.Contains(out, Hangs) {
		out = append(out, Hangs) // for others, from then on
	}
	if len(t.out.Unsure) > 0 || len(t.out.Incomplete) > 0 {
		out = append(out, NotKnown)
	}
	if len(out) == 0 {
		out = append(out, Safe)
	}
	slices.SortFunc(out, func(a, b Verdict) int { return slices.Index(verdicts, a) - slices.Index(verdicts, b) })
	return out
}

var verdicts = []Verdict{Refused, Hangs, Loses, NotKnown, Safe}

// Verdicts are all there are, what is said first before the others.
func Verdicts() []Verdict { return slices.Clone(verdicts) }

// groups gathers objects by a key, in the order in which each first appears.
type groups[T any] struct {
	at  map[string]int
	all []T
}

func (g *groups[T]) of(key string, begin func() T) *T {
	if g.at == nil {
		g.at = map[string]int{}
	}
	at, known := g.at[key]
	if !known {
		at = len(g.all)
		g.at[key] = at
		g.all = append(g.all, begin())
	}
	return &g.all[at]
}

func groupOf(n *trace.Node) Group { return Group{Group: n.Group, Kind: n.Kind, Resource: n.Resource} }

func (g *Group) add(f *preflight.Fate) {
	g.Count += f.Count
	if f.Name != "" {
		g.Objects = append(g.Objects, f.Ref)
	}
}

func kindKey(n *trace.Node) string { return n.Kind + "." + n.Group }

// goes counts by kind what is gone in the end.
func (t *telling) goes() {
	var all groups[Group]
	for i := range t.f.Fates {
		if f := &t.f.Fates[i]; f.Outcome == preflight.Goes || f.Outcome == preflight.GoesAfter {
			all.of(kindKey(&f.Node), func() Group { return groupOf(&f.Node) }).add(f)
		}
	}
	t.out.Goes = all.all
}

// lost gathers what is gone for good with objects that go, or that would go once what
// they hang on is out of the way: that the cost is low says that nothing is. Of those of
// which it is not known whether they go, it is what may be lost.
func (t *telling) lost() {
	var all groups[Loss]
	add := func(f *preflight.Fate, why, risk, identity string) {
		perhaps := f.Outcome == preflight.NotKnown
		l := all.of(fmt.Sprint(kindKey(&f.Node), perhaps, why), func() Loss { return Loss{Group: groupOf(&f.Node), Why: why, Perhaps: perhaps, Risk: risk} })
		l.add(f)
		if identity != "" && !slices.Contains(l.Identities, identity) {
			l.Identities = append(l.Identities, identity)
		}
	}
	for i := range t.f.Fates {
		f := &t.f.Fates[i]
		if !leaves(f) && f.Outcome != preflight.NotKnown {
			continue
		}
		if f.Cost.Loss != "" && f.Cost.Risk != "low" {
			add(f, f.Cost.Loss, f.Cost.Risk, f.Cost.Identity)
		} else if others := t.othersSpace(f); others {
			add(f, "it is in a namespace that was not named", "high", "")
		}
	}
	slices.SortStableFunc(all.all, func(a, b Loss) int {
		switch {
		case a.Perhaps != b.Perhaps:
			if a.Perhaps {
				return 1
			}
			return -1
		case explain.Lowers(b.Risk, a.Risk):
			return -1
		case explain.Lowers(a.Risk, b.Risk):
			return 1
		}
		return 0
	})
	t.out.Lost = all.all
}

// othersSpace reports whether an object goes with the definition of its kind that is in a
// namespace of which nothing was named: its owners may know nothing of it.
func (t *telling) othersSpace(f *preflight.Fate) bool {
	return f.Why == preflight.Instance && f.Namespace != "" && !t.named(func(o *preflight.Fate) bool {
		return o.Namespace == f.Namespace || o.Group == "" && o.Kind == "Namespace" && o.Name == f.Namespace
	})
}

func (t *telling) named(meant func(*preflight.Fate) bool) bool {
	return slices.ContainsFunc(t.f.Fates, func(f preflight.Fate) bool { return f.Why == preflight.Named && meant(&f) })
}

// stops gathers what hangs, is refused or is not known by what that rests on.
func (t *telling) stops() {
	var hangs, refused, unsure groups[Stop]
	into := map[preflight.Outcome]*groups[Stop]{preflight.Hangs: &hangs, preflight.Refused: &refused, preflight.NotKnown: &unsure}
	for i := range t.f.Fates {
		f := &t.f.Fates[i]
		all := into[f.Outcome]
		if f.Outcome == preflight.Stays {
			t.later(&hangs, f)
		}
		if all == nil {
			continue
		}
		root := t.root(i)
		for _, h := range decidingOf(&t.f.Fates[root]) {
			at := &t.f.Fates[root]
			s := all.of(t.stopKey(at, h), func() Stop { return Stop{Group: groupOf(&at.Node), Hindrance: *h, Takes: t.taken(h)} })
			if root == i {
				s.add(f)
			} else {
				s.Waiting += f.Count
			}
		}
	}
	for i := range t.rest.Held {
		h := &t.rest.Held[i]
		hangs.all = append(hangs.all, Stop{
			Group: h.Group, Later: true, Takes: h.Holder.Workload,
			Hindrance: preflight.Hindrance{Sort: preflight.Held, Finalizer: h.Finalizer, Holder: h.Holder, Now: explain.Running, Then: preflight.HolderGoes, Takes: -1, Fate: -1, Decides: true, Message: h.Holder.Name + " has to take it off, and goes: " + named(h.Holder.Workload)},
		})
	}
	t.out.Hangs, t.out.Refused, t.out.Unsure = hangs.all, refused.all, unsure.all
}

// later adds what would keep an object that stays, were it asked to go then.
func (t *telling) later(all *groups[Stop], f *preflight.Fate) {
	for i := range f.On {
		h := &f.On[i]
		s := all.of("later\n"+t.stopKey(f, h), func() Stop {
			return Stop{Group: groupOf(&f.Node), Later: true, Hindrance: *h, Takes: t.taken(h)}
		})
		s.add(f)
	}
}

// root follows what waits for what, to an object that itself decides.
func (t *telling) root(i int) int {
	for range t.f.Fates {
		next := -1
		for _, h := range t.awaiting(i) {
			if h.Fate >= 0 && h.Fate != i && t.f.Fates[h.Fate].Outcome == t.f.Fates[i].Outcome {
				next = h.Fate
				break
			}
		}
		if next < 0 {
			return i
		}
		i = next
	}
	return i // a circle: each waits for another
}

// awaiting are the hindrances that may lead further: those that decide, and all of them
// where these are nothing but a holder that is well, and waits in turn.
func (t *telling) awaiting(i int) []*preflight.Hindrance {
	deciding := decidingOf(&t.f.Fates[i])
	well := func(h *preflight.Hindrance) bool {
		return h.Sort == preflight.Held && h.Now == explain.Running && (h.Then == preflight.StillThere || h.Then == "")
	}
	if slices.ContainsFunc(deciding, func(h *preflight.Hindrance) bool { return !well(h) }) {
		return deciding
	}
	var all []*preflight.Hindrance
	for j := range t.f.Fates[i].On {
		all = append(all, &t.f.Fates[i].On[j])
	}
	return all
}

// decidingOf are the hindrances on which the outcome rests, the first where none says so.
func decidingOf(f *preflight.Fate) []*preflight.Hindrance {
	var out []*preflight.Hindrance
	for i := range f.On {
		if f.On[i].Decides {
			out = append(out, &f.On[i])
		}
	}
	switch {
	case len(out) > 0:
		return out
	case len(f.On) > 0:
		return []*preflight.Hindrance{&f.On[0]}
	}
	return []*preflight.Hindrance{{Sort: preflight.Gap, Takes: -1, Fate: -1, Message: f.Because}}
}

// stopKey tells apart what objects hang on. The message of what is held may name each
// object, and does not tell holders apart.
func (t *telling) stopKey(f *preflight.Fate, h *preflight.Hindrance) string {
	parts := []string{kindKey(&f.Node), string(h.Sort), h.Finalizer, string(h.Then)}
	if h.Sort == preflight.Held {
		parts = append(parts, h.Holder.Name, t.taken(h).Name)
		if h.Hold != nil && h.Hold.Verdict == explain.NotDeleting { // it names what to act on
			parts = append(parts, h.Message)
		}
	} else {
		parts = append(parts, h.Message)
	}
	return strings.Join(parts, "\n")
}

// taken is what the act takes away from a holder.
func (t *telling) taken(h *preflight.Hindrance) trace.Ref {
	if h.Takes < 0 || h.Takes >= len(t.f.Fates) {
		return trace.Ref{}
	}
	return t.f.Fates[h.Takes].Ref
}

// behind gathers what stays, what does harm first.
func (t *telling) behind() {
	var out []Leftover
	for _, b := range t.rest.Backed {
		l := Leftover{Group: oneOf(b.Ref, b.Resource), Sort: b.Sort, Harm: b.Closed, Because: b.because()}
		out = append(out, l)
	}
	var all groups[Leftover]
	for i := range t.f.Fates {
		f := &t.f.Fates[i]
		sort, told := leftSorts[f.Why]
		if f.Outcome != preflight.Stays || !told {
			continue
		}
		all.of(kindKey(&f.Node)+string(sort)+f.Because, func() Leftover {
			return Leftover{Group: groupOf(&f.Node), Sort: sort, Because: f.Because}
		}).add(f)
	}
	out = append(out, all.all...)
	for _, k := range t.q.Installation.Kept {
		ref := trace.Ref{Group: k.Kind.Group, Kind: k.Kind.Kind, Namespace: k.Namespace, Name: k.Name}
		l := slices.IndexFunc(out, func(l Leftover) bool {
			return l.Sort == KeptLeft && l.Because == k.Because && l.Kind == ref.Kind && l.Group.Group == ref.Group
		})
		if l < 0 {
			l = len(out)
			out = append(out, Leftover{Group: Group{Group: ref.Group, Kind: ref.Kind, Resource: k.Kind.Resource}, Sort: KeptLeft, Because: k.Because})
		}
		out[l].Count++
		out[l].Objects = append(out[l].Objects, ref)
	}
	for _, b := range t.rest.Bound {
		out = append(out, Leftover{Group: oneOf(b.Ref, b.Resource), Sort: BindingLeft, Because: "it gives rights to the account " + b.Account.Name + " in namespace " + b.Account.Namespace + ", which goes: whoever makes an account of that name has them"})
	}
	slices.SortStableFunc(out, func(a, b Leftover) int { return harm(b) - harm(a) })
	t.out.Behind = out
}

func harm(l Leftover) int {
	if l.Harm {
		return 1
	}
	return 0
}

// leftSorts are what is told of what stays.
var leftSorts = map[preflight.Why]LeftoverSort{
	preflight.Orphaned: OrphanedLeft, preflight.OtherOwner: OwnedLeft, preflight.Kept: KeptLeft,
	preflight.Unreached: AloneLeft, preflight.Left: AloneLeft,
}

func oneOf(ref trace.Ref, resource string) Group {
	return Group{Group: ref.Group, Kind: ref.Kind, Resource: resource, Count: 1, Objects: []trace.Ref{ref}}
}

func (b *Backed) because() string {
	service := "the service " + b.Service.Name + " in namespace " + b.Service.Namespace + " goes"
	switch {
	case b.Sort == APIServiceLeft:
		return service + ": nobody serves " + b.What + " then, and every namespace that is deleted hangs"
	case b.Sort == ConversionLeft:
		return service + ": objects that are stored in another version cannot be read then, nor deleted"
	case b.Closed:
		return service + ": " + b.What + " is refused then, for everybody"
	}
	return service + "; what it is asked about goes through without it"
}

// above is a graph, upwards.
type above struct {
	graph *trace.Graph
	index map[trace.Ref]int
	edges map[int][]trace.Edge // by To
}

func graphOf(g *trace.Graph) *above {
	a := &above{graph: g, index: map[trace.Ref]int{}, edges: map[int][]trace.Edge{}}
	for i := range g.Nodes {
		if _, known := a.index[g.Nodes[i].Ref]; !known || g.Nodes[i].State == trace.Live || g.Nodes[i].State.Going() {
			a.index[g.Nodes[i].Ref] = i
		}
	}
	for _, e := range g.Edges {
		if e.Fault == "" && !e.Closes {
			a.edges[e.To] = append(a.edges[e.To], e)
		}
	}
	return a
}

// tops are the objects that manage an object and are managed by none: to delete it for
// good is to delete these. Containers manage nothing.
func (a *above) tops(ref trace.Ref, bounded func(trace.Ref) bool) []trace.Ref {
	at, known := a.index[ref]
	if !known {
		return []trace.Ref{ref}
	}
	seen := map[int]bool{}
	var out []trace.Ref
	var climb func(i int)
	climb = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		higher := false
		for _, e := range a.edges[i] {
			from := &a.graph.Nodes[e.From]
			if !manages(e.Rule) || from.State != trace.Live && !from.State.Going() || !bounded(from.Ref) {
				continue
			}
			higher = true
			climb(e.From)
		}
		if !higher {
			out = append(out, a.graph.Nodes[i].Ref)
		}
	}
	climb(at)
	slices.SortFunc(out, compareRefs)
	return slices.Compact(out)
}

// manages reports whether what a rule leads from makes what it leads to: then it has to be
// asked itself. By other rules one only rests on the other.
func manages(rule string) bool {
	switch rule {
	case trace.OwnerRule, "crossplane:composed", "crossplane:claim", "capi:infrastructure", "capi:control-plane",
		"capi:bootstrap", "capi:cluster", "kro:instance", "kro:applyset", "kruise:instance":
		return true
	}
	return false
}

func compareGroups(a, b Group) int {
	return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(a.Kind, b.Kind))
}
