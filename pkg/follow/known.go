package follow

import (
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// known are the objects of a deletion by UID. It tells what has become of them
// from one reading to the next, and reads nothing itself.
type known struct {
	objects map[string]*followed
	order   []*followed // as they were first seen
	gone    int
	unread  map[trace.Part]bool // the problems that were told
	stuck   int                 // judgements in a row that found an asked object stuck
	// undecided are the same that left an asked object undecided, since unsettled.
	undecided int
	unsettled time.Time
}

// followed is an object that was asked about or seen going away.
type followed struct {
	object    explain.Object
	gone      bool
	recreated bool
	stuck     bool   // and told to be
	held      string // what was told of its holds
	unserved  int    // readings in a row in which its kind was not served
}

const (
	// surely is how many readings in a row must find what may be a passing state.
	surely = 2
	// undecidedFor is how long nothing may come to light before that is how it is: what
	// two judgements have to tell apart to see that something goes on.
	undecidedFor = evidenceFor
)

func newKnown() *known {
	return &known{objects: map[string]*followed{}, unread: map[trace.Part]bool{}}
}

// missing are the objects that are not known to be gone and not in the reading.
func (k *known) missing(r *reading) []*trace.Node {
	there := map[string]bool{}
	for i := range r.graph.Nodes {
		n := &r.graph.Nodes[i]
		there[n.UID] = there[n.UID] || n.State.Going() || n.State == trace.Live
	}
	if r.judged { // beside the graph are objects as they were when it was judged
		for i := range r.diagnosis.Objects {
			if o := &r.diagnosis.Objects[i]; o.State.Going() {
				there[o.UID] = true
			}
		}
	}
	var out []*trace.Node
	for _, o := range k.order {
		if !o.gone && !there[o.object.UID] {
			out = append(out, &o.object.Node)
		}
	}
	return out
}

// bury notes which of the missing objects are gone, and returns that as events.
func (k *known) bury(missing []*trace.Node, fates []fate) []Event {
	var events []Event
	for i, n := range missing {
		o := k.objects[n.UID]
		o.unserved++
		if !fates[i].unserved {
			o.unserved = 0
		}
		if !fates[i].gone && o.unserved < surely {
			continue
		}
		o.gone, o.recreated = true, fates[i].by != ""
		k.gone++
		events = append(events, Event{
			Type: Gone, Object: &o.object, Recreated: fates[i].by, Unserved: fates[i].unserved,
		})
	}
	if len(events) > 0 {
		events = append(events, Event{Type: Progress})
	}
	return events
}

// take takes up a new judgement and returns what is new in it.
func (k *known) take(d *explain.Diagnosis) []Event {
	var events []Event
	for i := range d.Objects {
		o := &d.Objects[i]
		if o.UID == "" || !o.Asked && !o.State.Going() && o.Verdict != explain.NotAsked {
			continue
		}
		was := k.objects[o.UID]
		if was == nil {
			was = &followed{}
			k.objects[o.UID] = was
			k.order = append(k.order, was)
		}
		if was.gone || o.State == trace.Gone || o.State == trace.Recreated || o.State == trace.Unreadable {
			continue
		}
		was.object, was.unserved = *o, 0
		if held := heldMark(o); held != was.held {
			was.held = held
			events = append(events, Event{Type: Changed, Object: &was.object})
		}
	}
	return append(events, k.news(d.Incomplete)...)
}

// heldMark differs when something else holds an object than before. Messages
// may count and tell the time, so they do not.
func heldMark(o *explain.Object) string {
	parts := []string{string(o.State)}
	for i := range o.Holds {
		h := &o.Holds[i]
		parts = append(parts, h.Finalizer+"="+string(h.Reason))
	}
	return strings.Join(parts, ";")
}

// news are the problems that were not told yet.
func (k *known) news(problems []trace.Problem) []Event {
	var fresh []trace.Problem
	for _, p := range problems {
		if !k.unread[p.About] {
			k.unread[p.About] = true
			fresh = append(fresh, p)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	return []Event{{Type: Incomplete, Problems: fresh}}
}

// settle tells which asked objects have become stuck, once a second judgement
// has confirmed the first, and what that and what stays undecided would end it with.
func (k *known) settle(d *explain.Diagnosis) (events []Event, ends Outcome) {
	stuck := k.asked(d, func(o *explain.Object) bool { return o.Verdict == explain.Stuck })
	for uid, o := range k.objects {
		if stuck[uid] == nil {
			o.stuck = false
		}
	}
	if k.unsettles(d) {
		ends = OutcomeUndecided
	}
	if len(stuck) == 0 {
		k.stuck = 0
		return nil, ends
	}
	if k.stuck++; k.stuck < surely {
		return nil, ""
	}
	for _, o := range k.order {
		if now := stuck[o.object.UID]; now != nil && !o.stuck {
			o.stuck = true
			events = append(events, Event{Type: Stuck, Object: &o.object, Message: causeOf(d, now)})
		}
	}
	return events, OutcomeStuck
}

// asked are the asked objects that are not gone and of which something is true.
func (k *known) asked(d *explain.Diagnosis, is func(*explain.Object) bool) map[string]*explain.Object {
	found := map[string]*explain.Object{}
	for i := range d.Objects {
		if o := &d.Objects[i]; o.Asked && is(o) && k.objects[o.UID] != nil && !k.objects[o.UID].gone {
			found[o.UID] = o
		}
	}
	return found
}

// unsettles reports whether what was asked about stays undecided: an object is, and none
// makes progress, in judgements that lie long enough apart for that to show.
func (k *known) unsettles(d *explain.Diagnosis) bool {
	moving := k.asked(d, func(o *explain.Object) bool { return o.Verdict == explain.Progressing || o.Verdict == explain.InGrace })
	if len(moving) > 0 || len(k.asked(d, undecided)) == 0 {
		k.undecided = 0
		return false
	}
	if k.undecided++; k.undecided == 1 {
		k.unsettled = d.At
	}
	return k.undecided >= surely && d.At.Sub(k.unsettled) >= undecidedFor
}

// undecided reports whether nothing tells of an object whether it will finish, although
// it is not too early to tell.
func undecided(o *explain.Object) bool {
	return o.Verdict == explain.Undecided && o.State != trace.Live &&
		!slices.ContainsFunc(o.Holds, func(h explain.Hold) bool { return h.Reason == explain.JustAsked })
}

// doubtful reports whether something seems stuck and needs a second judgement.
func (k *known) doubtful() bool { return k.stuck > 0 && k.stuck < surely }

// causeOf says what a stuck object waits for in the end.
func causeOf(d *explain.Diagnosis, o *explain.Object) string {
	for i := range d.Causes {
		c := &d.Causes[i]
		if c.Verdict == explain.Stuck && len(c.Chain) > 0 && d.Objects[c.Chain[0].Object].UID == o.UID {
			return c.Message
		}
	}
	for i := range d.Causes {
		if d.Causes[i].Verdict == explain.Stuck {
			return d.Causes[i].Message
		}
	}
	return ""
}

// left are the objects that are not known to be gone, the asked ones first.
func (k *known) left() []*explain.Object {
	var asked, others []*explain.Object
	for _, o := range k.order {
		switch {
		case o.gone:
		case o.object.Asked:
			asked = append(asked, &o.object)
		default:
			others = append(others, &o.object)
		}
	}
	return append(asked, others...)
}

// ended reports whether everything that was asked about is gone.
func (k *known) ended() bool {
	return !slices.ContainsFunc(k.order, func(o *followed) bool { return o.object.Asked && !o.gone })
}

// remaining leaves out the targets that are gone: what stands under such a name
// now is another object.
func (k *known) remaining(targets []trace.Target) []trace.Target {
	return slices.DeleteFunc(slices.Clone(targets), func(t trace.Target) bool {
		return slices.ContainsFunc(k.order, func(o *followed) bool {
			n := &o.object.Node
			return o.gone && n.Asked && n.Group == t.Kind.Group && n.Kind == t.Kind.Kind && n.Namespace == t.Namespace && n.Name == t.Name
		})
	})
}

// stranger reports whether the reading shows, as asked about, an object that
// never was: one made again under a name.
func (k *known) stranger(g *trace.Graph) bool {
	return slices.ContainsFunc(g.Nodes, func(n trace.Node) bool {
		return n.Asked && n.UID != "" && k.objects[n.UID] == nil
	})
}
