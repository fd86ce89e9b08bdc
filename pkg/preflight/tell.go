package preflight

import (
	"cmp"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// mostNamed bounds how many objects of one sort a fate says that it waits for.
const mostNamed = 12

// teller makes a forecast of plays of the same act.
type teller struct {
	// best is the kindest play, worst the unkindest.
	best, worst *world
	plays       []*world
	// number is that of a thing in the fates, -1 for none.
	number []int
	// slow are the things that go only once others have done their part.
	slow map[int]bool
}

func tell(plays []*world) *Forecast {
	s := plays[0].Situation
	t := &teller{best: plays[0], worst: plays[len(plays)-1], plays: plays, slow: map[int]bool{}}
	f := &Forecast{At: s.Graph.At, AtLeast: s.Graph.AtLeast, Acts: plays[0].acts, Incomplete: incomplete(s)}
	order := t.order()
	for _, at := range order {
		t.fill(at)
	}
	t.findSlow()
	for _, at := range order {
		f.Fates = append(f.Fates, t.fate(at))
	}
	return f
}

func incomplete(s *Situation) []trace.Problem {
	out := slices.Clone(s.Graph.Incomplete)
	if s.Diagnosis != nil {
		out = append(out, s.Diagnosis.Incomplete...)
	}
	slices.SortFunc(out, trace.Problem.Compare)
	return slices.Compact(out)
}

// order are the things that have a fate: those that the act reaches in any play, and
// those that depend on them.
func (t *teller) order() []int {
	var out []int
	for i, yes := range concerned(t.plays) {
		if yes {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int {
		x, y := t.best.things[a], t.best.things[b]
		if x.named != y.named {
			if x.named {
				return -1
			}
			return 1
		}
		return cmp.Or(x.node.Compare(y.node.Ref), cmp.Compare(x.node.UID, y.node.UID))
	})
	t.number = make([]int, len(t.best.things))
	for i := range t.number {
		t.number[i] = -1
	}
	for i, at := range out {
		t.number[at] = i
	}
	return out
}

// concerned says of each thing whether an act reaches it in any play, or what it depends on.
func concerned(plays []*world) []bool {
	out := make([]bool, len(plays[0].things))
	for _, w := range plays {
		for i, thing := range w.things {
			if thing.reached() {
				out[i] = true
				w.mark(thing, out)
			}
		}
	}
	return out
}

// mark adds what stays beside something that is reached, and is touched by that.
func (w *world) mark(t *thing, reached []bool) {
	if t.phase == there {
		return
	}
	add := func(d *thing) {
		if !d.absent {
			reached[d.at] = true
		}
	}
	for _, b := range t.dependents {
		add(b.dependent)
	}
	for _, e := range w.below[t.at] {
		if to := w.things[e.To]; LooksAfter(e.Rule) || e.Rule == claimRule && isCore(to, "PersistentVolume") {
			add(to)
		}
	}
	if t.kind.IsNamespace() {
		for _, c := range w.inside[t.node.Name] {
			add(c)
		}
	}
	if t.kind.IsDefinition() {
		for _, c := range w.instances[t.node.Name] {
			add(c)
		}
	}
}

// fill makes the thing of each play tell what it waits for.
func (t *teller) fill(at int) {
	if len(t.best.things[at].helped) > 0 {
		t.slow[at] = true
	}
}

// findSlow follows who waits for whom.
func (t *teller) findSlow() {
	for changed := true; changed; {
		changed = false
		for i, thing := range t.best.things {
			if t.slow[i] || thing.phase != gone || thing.absent {
				continue
			}
			for _, x := range t.best.awaited(thing) {
				if t.slow[x.at] {
					t.slow[i], changed = true, true
					break
				}
			}
		}
	}
}

// awaited are the things that one goes after.
func (w *world) awaited(t *thing) []*thing {
	var out []*thing
	if t.by != nil && (t.why == Owned || t.why == Reclaimed) && !t.by.foreground {
		out = append(out, t.by)
	}
	if t.foreground {
		for _, b := range t.dependents {
			if b.block {
				out = append(out, b.dependent)
			}
		}
	}
	if t.kind.IsNamespace() {
		out = append(out, w.inside[t.node.Name]...)
	}
	if t.kind.IsDefinition() {
		out = append(out, w.instances[t.node.Name]...)
	}
	for _, e := range w.below[t.at] {
		to := w.things[e.To]
		if to.why == Managed && to.by == t || e.Rule == mountRule && to.kind.IsPod() && t.kind.Kind == "PersistentVolumeClaim" {
			out = append(out, to)
		}
	}
	return out
}

// fate says what becomes of one thing.
func (t *teller) fate(at int) Fate {
	x := t.best.things[at]
	f := Fate{Node: *x.node, Count: x.count, By: -1}
	told := t.best
	switch {
	case !t.agreed(at):
		f.Outcome = NotKnown
		told = t.differing(at)
	case x.phase == gone && t.slow[at]:
		f.Outcome = GoesAfter
	case x.phase == gone:
		f.Outcome = Goes
	case x.phase == going:
		f.Outcome = Hangs
	case x.refusal != nil:
		f.Outcome = Refused
	default:
		f.Outcome = Stays
	}
	y := told.things[at]
	f.Why, f.By = y.why, t.numberOf(y.by)
	f.Foreground = y.foreground
	switch f.Outcome {
	case Goes, GoesAfter:
		f.On = t.went(told, y)
		f.Turn = y.ended
	case Hangs, Refused:
		f.On = t.stuck(told, y)
	case Stays:
		var by *thing
		f.Why, by = told.whyStays(y)
		f.By, f.On = t.numberOf(by), t.bereft(told, y)
	case NotKnown:
		f.On = t.doubts(told, y, at)
		if f.Why == "" {
			f.Why, f.By = x.why, t.numberOf(x.by)
		}
	}
	if f.Outcome != Stays && f.Outcome != Refused {
		f.Cost = t.cost(x)
	}
	f.Because = t.because(told, y, &f)
	return f
}

// agreed reports whether a thing ends the same in each play.
func (t *teller) agreed(at int) bool {
	x := t.plays[0].things[at]
	return !slices.ContainsFunc(t.plays[1:], func(w *world) bool {
		y := w.things[at]
		return y.phase != x.phase || y.phase == there && (y.refusal != nil) != (x.refusal != nil)
	})
}

// differing is a play in which a thing that goes in the kindest one does not: of those
// the one with the most luck.
func (t *teller) differing(at int) *world {
	first := t.plays[0].things[at].phase
	for _, w := range t.plays[1:] {
		if w.things[at].phase != first && w.things[at].phase != gone {
			return w
		}
	}
	return t.worst
}

func (t *teller) numberOf(x *thing) int {
	if x == nil {
		return -1
	}
	return t.number[x.at]
}

// went is what a thing that goes has waited for.
func (t *teller) went(w *world, x *thing) []Hindrance {
	var out []Hindrance
	for _, h := range x.helped {
		out = append(out, t.numbered(h))
	}
	for _, a := range w.awaited(x) {
		if t.slow[a.at] && len(out) < mostNamed {
			out = append(out, Hindrance{Sort: w.sortOf(x, a), Ref: a.node.Ref, Fate: t.number[a.at], Takes: -1, Message: "after " + a.node.Short()})
		}
	}
	return out
}

func (w *world) sortOf(x, a *thing) Sort {
	switch {
	case x.kind.IsNamespace() && a.node.Namespace == x.node.Name, x.kind.IsDefinition():
		return Inside
	case a.kind.IsPod() && x.kind.Kind == "PersistentVolumeClaim":
		return InUse
	case x.by == a:
		return Owner
	}
	return Dependent
}

// numbered has what refers to things of a play refer to fates.
func (t *teller) numbered(h Hindrance) Hindrance {
	if h.Takes >= 0 {
		h.Takes = t.number[h.Takes]
	}
	if h.Fate >= 0 {
		h.Fate = t.number[h.Fate]
	}
	return h
}

// stuck is what keeps a thing, what decides first.
func (t *teller) stuck(w *world, x *thing) []Hindrance {
	var out []Hindrance
	add := func(h Hindrance) { out = append(out, t.numbered(h)) }
	if x.refusal != nil && x.phase == there {
		add(*x.refusal)
		return out
	}
	if x.writeRefusal != nil {
		add(*x.writeRefusal)
	}
	for _, f := range x.finalizers {
		for _, h := range w.keeps(x, f) {
			add(h)
		}
	}
	slices.SortStableFunc(out, func(a, b Hindrance) int {
		switch {
		case a.Decides == b.Decides:
			return 0
		case a.Decides:
			return -1
		}
		return 1
	})
	return out
}

// bereft is what would keep a thing that stays, were it asked to go later: the act takes away
// what the holder of a finalizer needs.
func (t *teller) bereft(w *world, x *thing) []Hindrance {
	var out []Hindrance
	for _, f := range x.finalizers {
		if collects(f) || f == onNode || x.phase != there {
			continue
		}
		h := w.judge(x, f)
		if h.Takes < 0 || !t.agreed(h.Takes) {
			continue
		}
		h.Decides = false
		out = append(out, t.numbered(h))
	}
	return out
}

// keeps is what one of its finalizers still waits for.
func (w *world) keeps(x *thing, finalizer string) []Hindrance {
	switch {
	case finalizer == onNode:
		return []Hindrance{w.kubelet(x)}
	case finalizer == foregroundFinalizer:
		return waitsFor(finalizer, Dependent, x.blocking(), "it waits for its dependent ")
	case finalizer == orphanFinalizer:
		return bound(x)
	case x.kind.IsNamespace() && finalizer == namespaceFinalizer:
		return append(w.keepsSpace(x), waitsFor(finalizer, Inside, left(w.inside[x.node.Name]), "in it is still ")...)
	case x.kind.IsDefinition() && finalizer == definitionFinalizer:
		return waitsFor(finalizer, Inside, left(w.instances[x.node.Name]), "of its kind there is still ")
	case finalizer == claimFinalizer && isCore(x, "PersistentVolumeClaim"):
		return waitsFor(finalizer, InUse, w.users(x), "it is used by ")
	case finalizer == volumeFinalizer && isCore(x, "PersistentVolume"):
		if claim := w.claimOf(x); claim != nil {
			return waitsFor(finalizer, InUse, []*thing{claim}, "it is bound to ")
		}
		return nil
	}
	var tended []*thing
	for _, e := range w.below[x.at] {
		if to := w.things[e.To]; to.why == Managed && to.by == x && to.phase != gone {
			tended = append(tended, to)
		}
	}
	return append([]Hindrance{w.judge(x, finalizer)}, waitsFor(finalizer, Dependent, tended, "its holder waits for ")...)
}

// waitsFor are things that a finalizer waits for.
func waitsFor(finalizer string, sort Sort, things []*thing, message string) []Hindrance {
	var out []Hindrance
	for _, a := range things[:min(len(things), mostNamed)] {
		out = append(out, Hindrance{Sort: sort, Ref: a.node.Ref, Fate: a.at, Takes: -1, Finalizer: finalizer, Message: message + a.node.Short()})
	}
	return out
}

// bound are the dependents that cannot be set free.
func bound(x *thing) []Hindrance {
	var out []Hindrance
	for _, b := range x.dependents {
		if !b.off && b.dependent.writeRefusal != nil {
			h := *b.dependent.writeRefusal
			h.Message = "its dependent " + b.dependent.node.Short() + " cannot be set free: " + h.Message
			out = append(out, h)
		}
	}
	return out
}

// keepsSpace is what keeps the namespace controller from knowing that a namespace is empty.
func (w *world) keepsSpace(x *thing) []Hindrance {
	var out []Hindrance
	for _, a := range w.silent(x) {
		h := Hindrance{Sort: Unlisted, Ref: a.Registration, Takes: -1, Fate: -1, Decides: true, Message: "API group " + a.GroupVersion() + " does not answer: " + a.Down}
		if lost := w.unserved(a.Service); lost != nil {
			h.Takes = lost.at
		}
		out = append(out, h)
	}
	for _, kind := range w.unread(x) {
		out = append(out, Hindrance{Sort: Gap, Takes: -1, Fate: -1, Decides: true, Message: kind + " in it could not be read"})
	}
	return out
}

func left(things []*thing) []*thing {
	return slices.DeleteFunc(slices.Clone(things), func(t *thing) bool { return t.phase == gone })
}

// doubts is why it is not known what becomes of a thing.
func (t *teller) doubts(w *world, x *thing, at int) []Hindrance {
	out := t.stuck(w, x)
	if len(out) == 0 && t.plays[0].things[at].phase != x.phase {
		out = append(out, Hindrance{Sort: Race, Takes: -1, Fate: t.numberOf(t.best.things[at].by), Decides: true, Message: "it depends on what comes first"})
	}
	return out
}

// whyStays says why nobody asks a thing to go.
func (w *world) whyStays(x *thing) (Why, *thing) {
	if x.named {
		return NotDeleting, nil
	}
	if why, by := whyOwned(x); why != "" {
		return why, by
	}
	if isCore(x, "PersistentVolume") {
		if why, by := w.whyUnclaimed(x); why != "" {
			return why, by
		}
	}
	for _, s := range w.spaces {
		switch {
		case s.node.Name != x.node.Namespace:
		case s.phase == going:
			return Behind, s
		case s.phase == gone:
			return Left, s
		}
	}
	for _, d := range w.definitions {
		if d.phase == gone && slices.Contains(w.instances[d.node.Name], x) {
			return Left, d
		}
	}
	for _, e := range w.above[x.at] {
		from := w.things[e.From]
		switch {
		case from.absent || from.phase == there:
		case w.Facts.Spared[x.node.UID]:
			return Kept, from
		case from.phase == gone:
			return Left, from
		}
	}
	return Left, nil
}

// whyOwned says what of its owners keeps a thing, the plainest first.
func whyOwned(x *thing) (Why, *thing) {
	by := map[Why]*thing{}
	for _, b := range x.owners {
		switch {
		case b.orphaned:
			by[Orphaned] = b.owner
		case b.off:
		case b.sort == senseless:
			by[Unreached] = b.owner
		case b.sort == sound && b.owner.phase == going:
			by[Behind] = b.owner
		case b.sort == sound && b.owner.phase == there:
			by[OtherOwner] = b.owner
		}
	}
	for _, why := range []Why{OtherOwner, Behind, Unreached, Orphaned} {
		if by[why] != nil {
			return why, by[why]
		}
	}
	return "", nil
}

// whyUnclaimed says why a volume stays without its claim.
func (w *world) whyUnclaimed(x *thing) (Why, *thing) {
	for _, e := range slices.Concat(w.below[x.at], w.above[x.at]) {
		if e.Rule != claimRule {
			continue
		}
		if facts, known := w.Facts.Volumes[x.node.UID]; known && facts.Policy != "Delete" {
			return Kept, w.things[e.From]
		}
		return Left, w.things[e.From]
	}
	return "", nil
}

// cost is what is lost for good when a thing goes.
func (t *teller) cost(x *thing) explain.Cost {
	d := t.best.Diagnosis
	if d == nil || x.node.UID == "" {
		return explain.Cost{}
	}
	for i := range d.Objects {
		if d.Objects[i].UID == x.node.UID {
			return d.Objects[i].Lost
		}
	}
	return t.best.Facts.Around.Losses[x.node.UID]
}

// because says why in one line.
func (t *teller) because(w *world, x *thing, f *Fate) string {
	by := ""
	if f.By >= 0 && x.by != nil {
		by = x.by.node.Short()
	}
	switch f.Outcome {
	case Hangs, Refused, NotKnown:
		if len(f.On) > 0 {
			return f.On[0].Message
		}
	case Stays:
		why, at := w.whyStays(x)
		return stayWords(why, at)
	case Goes, GoesAfter:
	}
	switch f.Why {
	case Owned:
		return "its owner " + by + " goes"
	case Content:
		return "its namespace goes"
	case Instance:
		return "the definition of its kind goes"
	case Managed:
		return "the holder of a finalizer of " + by + " deletes it"
	case Reclaimed:
		return "its claim " + by + " goes, and its policy is Delete"
	case Ran:
		return by + " is scaled down"
	case Hosted:
		return "its node " + by + " goes"
	case Ends:
		return "it was being deleted already"
	default:
		return ""
	}
}

func stayWords(why Why, by *thing) string {
	name := "what it belongs to"
	if by != nil {
		name = by.node.Short()
	}
	switch why {
	case Orphaned:
		return name + " leaves it without an owner"
	case OtherOwner:
		return "its owner " + name + " stays"
	case Kept:
		return "its policy keeps it when " + name + " goes"
	case Unreached:
		return "the garbage collector cannot follow its reference to " + name
	case Behind:
		return "it goes once " + name + " has gone, which hangs"
	case Left:
		return "nobody deletes it when " + name + " goes"
	case NotDeleting:
		return "nobody has asked it to go"
	default:
		return ""
	}
}

// LooksAfter reports whether a rule of the graph says that an object looks after another,
// and not only that the two have to do with each other.
func LooksAfter(rule string) bool {
	project := rule
	for i := range rule {
		if rule[i] == ':' {
			project = rule[:i]
			break
		}
	}
	return !slices.Contains([]string{"pvc", "pv", "volume", "namespace", "crd", "apiservice", "service", "node", "pod", "webhook", trace.OwnerRule}, project)
}
