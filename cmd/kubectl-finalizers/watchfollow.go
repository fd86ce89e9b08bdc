package main

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// follower remembers the objects of a deletion by UID, and tells what has become
// of them from one reading to the next. It reads nothing itself.
type follower struct {
	objects map[string]*followed
	order   []*followed // as they were first seen
	gone    int
	unread  map[trace.Part]bool // the problems that were told
	stuck   int                 // judgements in a row that found an asked object stuck
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
)

func newFollower() *follower {
	return &follower{objects: map[string]*followed{}, unread: map[trace.Part]bool{}}
}

// missing are the objects that are not known to be gone and not in the reading.
func (f *follower) missing(r *reading) []*trace.Node {
	there := map[string]bool{}
	for i := range r.graph.Nodes {
		n := &r.graph.Nodes[i]
		there[n.UID] = there[n.UID] || going(n.State) || n.State == trace.Live
	}
	if r.judged { // beside the graph are objects as they were when it was judged
		for i := range r.diagnosis.Objects {
			if o := &r.diagnosis.Objects[i]; going(o.State) {
				there[o.UID] = true
			}
		}
	}
	var out []*trace.Node
	for _, o := range f.order {
		if !o.gone && !there[o.object.UID] {
			out = append(out, &o.object.Node)
		}
	}
	return out
}

func going(s trace.State) bool { return s == trace.Deleting || s == trace.Grace }

// bury notes which of the missing objects are gone, and returns that as events.
func (f *follower) bury(missing []*trace.Node, fates []fate) []render.WatchEvent {
	var events []render.WatchEvent
	for i, n := range missing {
		o := f.objects[n.UID]
		o.unserved++
		if !fates[i].unserved {
			o.unserved = 0
		}
		if !fates[i].gone && o.unserved < surely {
			continue
		}
		o.gone, o.recreated = true, fates[i].by != ""
		f.gone++
		events = append(events, render.WatchEvent{
			Type: render.WatchGone, Object: &o.object, Recreated: fates[i].by, Unserved: fates[i].unserved,
		})
	}
	if len(events) > 0 {
		events = append(events, render.WatchEvent{Type: render.WatchProgress})
	}
	return events
}

// take takes up a new judgement and returns what is new in it.
func (f *follower) take(d *explain.Diagnosis) []render.WatchEvent {
	var events []render.WatchEvent
	for i := range d.Objects {
		o := &d.Objects[i]
		if o.UID == "" || !o.Asked && !going(o.State) && o.Verdict != explain.NotAsked {
			continue
		}
		was := f.objects[o.UID]
		if was == nil {
			was = &followed{}
			f.objects[o.UID] = was
			f.order = append(f.order, was)
		}
		if was.gone || o.State == trace.Gone || o.State == trace.Recreated || o.State == trace.Unreadable {
			continue
		}
		was.object, was.unserved = *o, 0
		if held := heldMark(o); held != was.held {
			was.held = held
			events = append(events, render.WatchEvent{Type: render.WatchChanged, Object: &was.object})
		}
	}
	return append(events, f.news(d.Incomplete)...)
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
func (f *follower) news(problems []trace.Problem) []render.WatchEvent {
	var fresh []trace.Problem
	for _, p := range problems {
		if !f.unread[p.About] {
			f.unread[p.About] = true
			fresh = append(fresh, p)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	return []render.WatchEvent{{Type: render.WatchIncomplete, Problems: fresh}}
}

// settle tells which asked objects have become stuck, once a second judgement
// has confirmed the first, and whether any is.
func (f *follower) settle(d *explain.Diagnosis) (events []render.WatchEvent, sure bool) {
	stuck := map[string]*explain.Object{}
	for i := range d.Objects {
		if o := &d.Objects[i]; o.Asked && o.Verdict == explain.Stuck && f.objects[o.UID] != nil && !f.objects[o.UID].gone {
			stuck[o.UID] = o
		}
	}
	for uid, o := range f.objects {
		if stuck[uid] == nil {
			o.stuck = false
		}
	}
	if len(stuck) == 0 {
		f.stuck = 0
		return nil, false
	}
	if f.stuck++; f.stuck < surely {
		return nil, false
	}
	for _, o := range f.order {
		if now := stuck[o.object.UID]; now != nil && !o.stuck {
			o.stuck = true
			events = append(events, render.WatchEvent{Type: render.WatchStuck, Object: &o.object, Message: causeOf(d, now)})
		}
	}
	return events, true
}

// doubtful reports whether something seems stuck and needs a second judgement.
func (f *follower) doubtful() bool { return f.stuck > 0 && f.stuck < surely }

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
func (f *follower) left() []*explain.Object {
	var asked, others []*explain.Object
	for _, o := range f.order {
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
func (f *follower) ended() bool {
	return !slices.ContainsFunc(f.order, func(o *followed) bool { return o.object.Asked && !o.gone })
}

// remaining leaves out the targets that are gone: what stands under such a name
// now is another object.
func (f *follower) remaining(targets []trace.Target) []trace.Target {
	return slices.DeleteFunc(slices.Clone(targets), func(t trace.Target) bool {
		return slices.ContainsFunc(f.order, func(o *followed) bool {
			n := &o.object.Node
			return o.gone && n.Asked && n.Group == t.Kind.Group && n.Kind == t.Kind.Kind && n.Namespace == t.Namespace && n.Name == t.Name
		})
	})
}

// stranger reports whether the reading shows, as asked about, an object that
// never was: one made again under a name.
func (f *follower) stranger(g *trace.Graph) bool {
	return slices.ContainsFunc(g.Nodes, func(n trace.Node) bool {
		return n.Asked && n.UID != "" && f.objects[n.UID] == nil
	})
}
