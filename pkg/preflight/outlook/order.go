package outlook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// order is the order that works: what is broken now is mended, what protects is decided,
// what is held by something that goes is deleted while that is there, what would refuse
// is taken away, then comes what was asked about, and what is left.
func (t *telling) order() {
	t.mend()
	t.decide()
	t.first()
	if len(t.out.Open) > 0 {
		t.out.Order = nil // one that does not lead to the end is none
		return
	}
	t.clear()
	t.step(Step{Text: t.actText(), Commands: t.q.Commands, Checks: t.q.Checks, Act: true})
	t.tidy()
}

func (t *telling) actText() string {
	if len(t.out.Order) == 0 {
		return t.q.Operation + " it"
	}
	return "then " + t.q.Operation + " what was asked about"
}

func (t *telling) step(s Step) { t.out.Order = append(t.out.Order, s) }

func (t *telling) stepOnce(s Step) {
	same := func(o Step) bool {
		return o.Text == s.Text && slices.EqualFunc(o.Commands, s.Commands, slices.Equal)
	}
	if !slices.ContainsFunc(t.out.Order, same) {
		t.step(s)
	}
}

// mend is for what hangs whatever the act takes away: its holder is not well already, or
// something else is wrong now. The first step of its diagnosis ends that.
func (t *telling) mend() {
	for i := range t.out.Hangs {
		s := &t.out.Hangs[i]
		if s.Taken() || s.Later {
			continue
		}
		step, known := mending(s)
		if !known {
			t.open(s)
			continue
		}
		t.stepOnce(step)
	}
	for i := range t.out.Unsure {
		s := &t.out.Unsure[i]
		if s.Taken() {
			continue
		}
		step, known := mending(s)
		// A better way than the act, where it takes nothing that the act leaves.
		if n := advised(s); known && n != nil && s.Hold.Verdict == explain.NotDeleting && t.gone.has(n.Target) {
			if n.Effect == explain.Stops { // and they go with that
				step.Checks = checks(&s.Group, false)
			}
			t.stepOnce(step)
		} else {
			t.open(s)
		}
	}
}

// advised is the first step of the diagnosis that ends a stop by a command, nil for none.
func advised(s *Stop) *explain.Step {
	if s.Hold == nil {
		return nil
	}
	at := slices.IndexFunc(s.Hold.Next, func(n explain.Step) bool { return n.Aim == explain.Mends && len(n.Command) > 0 })
	if at < 0 {
		return nil
	}
	return &s.Hold.Next[at]
}

// mending is the first step of the diagnosis that ends a stop; a workload that was scaled
// to zero is scaled up.
func mending(s *Stop) (Step, bool) {
	if n := advised(s); n != nil {
		return Step{Text: n.Text, Commands: [][]string{n.Command}}, true
	}
	w := s.Holder.Workload
	if s.Now != explain.ScaledDown || w.Name == "" {
		return Step{}, false
	}
	words := append([]string{"kubectl", "scale", typeOf(w, "") + "/" + w.Name, "--replicas=1"}, inSpace(w.Namespace)...)
	return Step{Text: "scale " + named(w) + " up, which has to take " + s.Finalizer + " off", Commands: [][]string{words}}, true
}

// open notes what keeps an order from being known.
func (t *telling) open(s *Stop) {
	text := s.Message
	if s.Sort == preflight.Held {
		text = phrase.Prefixed(s.Finalizer+": ", text)
	}
	line := countOf(&s.Group) + ": " + text
	if !slices.Contains(t.out.Open, line) {
		t.out.Open = append(t.out.Open, line)
	}
}

// decide is for what is refused: nobody but a person can say that it may go after all.
func (t *telling) decide() {
	for i := range t.out.Refused {
		s := &t.out.Refused[i]
		step := Step{Text: "decide whether " + countOf(&s.Group) + " may go, and end what refuses it: " + s.Message}
		if s.Ref.Name != "" {
			step.Commands = [][]string{append([]string{"kubectl", "get", typeOf(s.Ref, "") + "/" + s.Ref.Name}, inSpace(s.Ref.Namespace, "-o", "yaml")...)}
		}
		t.step(step)
	}
}

// first is what has to be gone before the act: what only something lets go that the act
// takes away. What manages it is deleted, not itself. What the act does not reach would stay
// held, and whether it may go is not for us to say.
func (t *telling) first() {
	reached := t.tops(func(s *Stop) bool { return !s.Later })
	t.deleteFirst(reached, Step{Text: "delete %s first, while %s can still let go"})
	t.deleteFirst(t.tops(func(s *Stop) bool { return s.Later }).without(reached), Step{Text: "delete %s as well, unless it is still needed: once %s is gone, nobody can", Choice: true})
}

// before are objects to be deleted before the act, and who lets them go.
type before struct {
	groups  groups[Group]
	seen    map[trace.Ref]bool
	holders map[string]bool
}

// without leaves out what is among others already.
func (b *before) without(others *before) *before {
	for i := range b.groups.all {
		g := &b.groups.all[i]
		g.Objects = slices.DeleteFunc(g.Objects, func(r trace.Ref) bool { return others.seen[r] })
		g.Count = len(g.Objects)
	}
	b.groups.all = slices.DeleteFunc(b.groups.all, func(g Group) bool { return g.Count == 0 })
	return b
}

// tops are the objects that have to be asked for what some stops are about to go.
func (t *telling) tops(meant func(*Stop) bool) *before {
	b := &before{seen: map[trace.Ref]bool{}, holders: map[string]bool{}}
	stops := slices.Concat(t.out.Hangs, t.out.Unsure)
	for i := range stops {
		s := &stops[i]
		if !s.Taken() || !meant(s) {
			continue
		}
		if who := s.needed(); who != "" {
			b.holders[who] = true
		}
		if s.Count > len(s.Objects) {
			t.open(s)
			continue
		}
		for _, ref := range s.Objects {
			for _, top := range t.graph.tops(ref, t.bounded) {
				if b.seen[top] {
					continue
				}
				b.seen[top] = true
				g := b.groups.of(top.Kind+"."+top.Group, func() Group { return Group{Group: top.Group, Kind: top.Kind, Resource: t.resourceOf(top)} })
				g.Count++
				g.Objects = append(g.Objects, top)
			}
		}
	}
	return b
}

// needed is without what nobody lets go of an object: who holds it, or of what stays what that
// one does nothing without.
func (s *Stop) needed() string {
	if s.Later && s.Then != preflight.HolderGoes && s.Takes.Name != "" {
		return named(s.Takes)
	}
	return s.Holder.Name
}

// deleteFirst adds a step for each kind. The text takes what is deleted and who lets it go.
func (t *telling) deleteFirst(b *before, as Step) {
	if len(b.groups.all) == 0 || t.q.Foresee != nil && !as.Choice && !t.goesBefore(b.seen) {
		return
	}
	slices.SortFunc(b.groups.all, compareGroups)
	for i := range b.groups.all {
		g := &b.groups.all[i]
		slices.SortFunc(g.Objects, trace.Ref.Compare)
		whole := t.whole(g)
		t.step(Step{Text: fmt.Sprintf(as.Text, countOf(g), whoOf(b.holders)), Commands: deletes(g, whole), Checks: checks(g, whole), Choice: as.Choice})
	}
}

// goesBefore asks for what comes of deleting these alone. What hangs then too keeps an
// order from being known.
func (t *telling) goesBefore(objects map[trace.Ref]bool) bool {
	refs := make([]trace.Ref, 0, len(objects))
	for ref := range objects {
		refs = append(refs, ref)
	}
	slices.SortFunc(refs, trace.Ref.Compare)
	f := t.q.Foresee(refs)
	ok := true
	for i := range f.Fates {
		at := &f.Fates[i]
		if at.Outcome != preflight.Hangs && at.Outcome != preflight.Refused && at.Outcome != preflight.NotKnown {
			continue
		}
		for _, h := range decidingOf(at) {
			if h.Fate >= 0 && f.Fates[h.Fate].Outcome == at.Outcome {
				continue // told there
			}
			g := Group{Group: at.Group, Kind: at.Kind, Resource: at.Resource}
			g.add(at)
			t.open(&Stop{Group: g, Hindrance: *h})
			ok = false
		}
	}
	return ok
}

// bounded keeps the way up among what is no part of the installation itself: an object
// that is named for the act is deleted by it.
func (t *telling) bounded(ref trace.Ref) bool {
	return !slices.ContainsFunc(t.f.Acts, func(a preflight.Act) bool { return slices.Contains(a.Objects, ref) })
}

// whole reports whether a group is all that there is of its kind.
func (t *telling) whole(g *Group) bool {
	if len(g.Objects) <= fewObjects {
		return false // their names are shorter, and sure
	}
	n := 0
	for i := range t.f.Fates {
		f := &t.f.Fates[i]
		if f.Kind == g.Kind && f.Group == g.Group {
			if f.Why != preflight.Instance && f.Why != preflight.Named {
				return false
			}
			n += f.Count
		}
	}
	return n == len(g.Objects)
}

// fewObjects is how many are named in a command where all of the kind could be meant.
const fewObjects = 5

func (t *telling) resourceOf(ref trace.Ref) string {
	if at, known := t.graph.index[ref]; known {
		return t.graph.graph.Nodes[at].Resource
	}
	for _, s := range slices.Concat(t.out.Hangs, t.out.Unsure) {
		if s.Kind == ref.Kind && s.Group.Group == ref.Group {
			return s.Resource
		}
	}
	return ""
}

// clear takes away what would refuse or hang others, before its service goes.
func (t *telling) clear() {
	for i := range t.out.Behind {
		l := &t.out.Behind[i]
		if !l.Harm || l.Sort == ConversionLeft {
			continue
		}
		t.step(Step{
			Text:     "delete " + countOf(&l.Group) + ", which would be left without its service",
			Commands: deletes(&l.Group, false), Checks: checks(&l.Group, false),
		})
	}
}

// tidy is what may go afterwards.
func (t *telling) tidy() {
	for i := range t.out.Behind {
		l := &t.out.Behind[i]
		text := ""
		switch l.Sort {
		case BindingLeft:
			text = "delete what is left of its rights"
		case ConversionLeft:
			text = "delete what can no longer be read, if nothing of it is needed"
		case KeptLeft:
			if (trace.Kind{Group: l.Group.Group, Kind: l.Kind}).IsDefinition() {
				text = "delete the definitions that were kept, if nothing of their kinds is needed: their objects go with them"
			}
		case WebhookLeft:
			if !l.Harm {
				text = "delete what calls a service that is gone"
			}
		case APIServiceLeft, OwnedLeft, OrphanedLeft, AloneLeft:
		}
		if text == "" {
			continue
		}
		at := slices.IndexFunc(t.out.Order, func(s Step) bool { return s.Choice && s.Text == text })
		if at < 0 {
			t.step(Step{Text: text, Choice: true})
			at = len(t.out.Order) - 1
		}
		t.out.Order[at].Commands = append(t.out.Order[at].Commands, deletes(&l.Group, false)...)
	}
}

// deletes are the commands that delete the objects of a group: one for each namespace.
func deletes(g *Group, whole bool) [][]string {
	if whole {
		return [][]string{append([]string{"kubectl", "delete", typeOfGroup(g), "--all"}, everywhere(g)...)}
	}
	return eachSpace(g, "delete")
}

// checks are the commands that print nothing once the objects are gone.
func checks(g *Group, whole bool) [][]string {
	if whole {
		return [][]string{append([]string{"kubectl", "get", typeOfGroup(g), "--ignore-not-found"}, everywhere(g)...)}
	}
	return eachSpace(g, "get", "--ignore-not-found")
}

func eachSpace(g *Group, verb string, flags ...string) [][]string {
	var out [][]string
	for _, some := range bySpace(g.Objects) {
		words := []string{"kubectl", verb, typeOfGroup(g)}
		for _, r := range some {
			words = append(words, r.Name)
		}
		out = append(out, append(append(words, inSpace(some[0].Namespace)...), flags...))
	}
	return out
}

func everywhere(g *Group) []string {
	if len(g.Objects) > 0 && g.Objects[0].Namespace != "" {
		return []string{"--all-namespaces"}
	}
	return nil
}

func bySpace(refs []trace.Ref) [][]trace.Ref {
	var all groups[[]trace.Ref]
	for _, r := range refs {
		some := all.of(r.Namespace, func() []trace.Ref { return nil })
		*some = append(*some, r)
	}
	return all.all
}

func inSpace(namespace string, more ...string) []string {
	if namespace == "" {
		return more
	}
	return append([]string{"-n", namespace}, more...)
}

func typeOfGroup(g *Group) string { return typeOf(trace.Ref{Group: g.Group, Kind: g.Kind}, g.Resource) }

func typeOf(r trace.Ref, resource string) string {
	if resource == "" {
		resource = strings.ToLower(r.Kind)
	}
	if r.Group == "" {
		return resource
	}
	return resource + "." + r.Group
}

// countOf counts the objects of a group, or names the only one.
func countOf(g *Group) string {
	if g.Count == 1 && len(g.Objects) == 1 {
		return named(g.Objects[0])
	}
	return phrase.Count(g.Count, g.Type(), g.Type())
}

func whoOf(holders map[string]bool) string {
	names := make([]string, 0, len(holders))
	for name := range holders {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(names) == 0 {
		return "who holds them"
	}
	return phrase.And(names)
}
