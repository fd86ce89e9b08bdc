package diagnose

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/gates"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// findCauses follows every hold to what it waits for in the end, sets the
// causes, and gives each object the verdict of the worst that it waits for.
func findCauses(d *explain.Diagnosis) {
	f := &follower{d: d, waiters: map[explain.Place][]explain.Place{}}
	for i := range d.Objects {
		for j := range d.Objects[i].Holds {
			f.read(explain.Place{Object: i, Hold: j})
		}
	}
	f.readGuessed()
	f.breakCircles()
	for _, group := range f.groups() {
		d.Causes = append(d.Causes, f.cause(group))
	}
	sortCauses(d)
}

// sortCauses puts first what needs a person most, of these what has to go first, then what is more
// than presumed, of what is not decided what a person can mend, and of these what frees the most.
func sortCauses(d *explain.Diagnosis) {
	type ranked struct {
		explain.Cause
		pods     int // 1 where pods that have to go first wait for it
		copied   int // 1 where that it holds is more than presumed
		mendable int // 1 where nothing is sure, and it is known all the same what to run
	}
	all := make([]ranked, len(d.Causes))
	for i := range d.Causes {
		all[i].Cause = d.Causes[i]
		if !d.Of(all[i].Holds[0]).Presumed() {
			all[i].copied = 1
		}
		if next := d.Of(all[i].Holds[0]).Next; all[i].Verdict == explain.Undecided && len(next) > 0 && next[0].Aim == explain.Mends && len(next[0].Command) > 0 {
			all[i].mendable = 1
		}
	}
	for _, c := range d.CausesOf(podsFirst(d)...) {
		all[c].pods = 1
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(explain.Rank(b.Verdict), explain.Rank(a.Verdict)), cmp.Compare(b.pods, a.pods), cmp.Compare(b.copied, a.copied), cmp.Compare(b.mendable, a.mendable), cmp.Compare(b.Frees, a.Frees))
	})
	for i := range all {
		d.Causes[i] = all[i].Cause
	}
}

// podsFirst are the pods for which namespaces wait before they ask anything else to
// go.
func podsFirst(d *explain.Diagnosis) []int {
	var pods []int
	for i := range d.Objects {
		for j := range d.Objects[i].Holds {
			h := &d.Objects[i].Holds[j]
			if h.Reason != explain.PodsFirst {
				continue
			}
			for k := range h.Blockers {
				if b := &h.Blockers[k]; b.Object >= 0 && b.Group == "" && b.Kind == "Pod" {
					pods = append(pods, b.Object)
				}
			}
		}
	}
	return pods
}

// follower knows which hold waits for which.
type follower struct {
	d       *explain.Diagnosis
	waiters map[explain.Place][]explain.Place // the holds that wait for the object of a hold
	roots   []explain.Place
	guessed []explain.Place // the holds that wait for what nothing tells that they wait for, and for nothing else
}

// read connects one hold of a going object with what it waits for.
func (f *follower) read(p explain.Place) {
	h := f.d.Of(p)
	if h.Idle() {
		return
	}
	led, ended, guessed := false, false, false
	for i := range h.Blockers {
		switch b := &h.Blockers[i]; {
		case b.Object >= 0 && b.Object != p.Object && f.held(b.Object) && b.Guessed:
			guessed = true
		case b.Object >= 0 && b.Object != p.Object && f.held(b.Object):
			led = true
			f.waitsFor(p, b.Object)
		case b.State != trace.Gone:
			ended = true
		}
	}
	if !led && !ended && guessed {
		f.guessed = append(f.guessed, p)
	} else if !led || ended {
		f.roots = append(f.roots, p)
	}
}

// waitsFor connects a hold with those of an object that has to go first.
func (f *follower) waitsFor(p explain.Place, object int) {
	for j := range f.d.Objects[object].Holds {
		next := explain.Place{Object: object, Hold: j}
		f.waiters[next] = append(f.waiters[next], p)
	}
}

// readGuessed connects the holds of which it is no more than guessed what they wait for, but
// with nothing that waits for them: they are what that waits for, and no circle with it.
func (f *follower) readGuessed() {
	for _, p := range f.guessed {
		behind := map[int]bool{p.Object: true}
		for q := range f.behind([]explain.Place{p}) {
			behind[q.Object] = true
		}
		led := false
		for _, b := range f.d.Of(p).Blockers {
			if b.Object >= 0 && b.Guessed && f.held(b.Object) && !behind[b.Object] {
				led = true
				f.waitsFor(p, b.Object)
			}
		}
		if !led {
			f.roots = append(f.roots, p)
		}
	}
}

// held reports whether something holds an object that is going.
func (f *follower) held(object int) bool {
	o := &f.d.Objects[object]
	if !o.State.Going() && o.Verdict == explain.NotDeleting {
		return false
	}
	return slices.ContainsFunc(o.Holds, func(h explain.Hold) bool { return h.Reason != explain.WouldHold })
}

// groups puts roots together that one act would mend, in the order of the first.
func (f *follower) groups() [][]explain.Place {
	var groups [][]explain.Place
	at := map[string]int{}
	for _, p := range f.roots {
		key := f.causeKey(p)
		i, known := at[key]
		if !known {
			i = len(groups)
			at[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	for _, group := range groups {
		f.surestFirst(group)
	}
	return groups
}

// surestFirst puts the hold first of which the most is known: it speaks for the
// cause.
func (f *follower) surestFirst(group []explain.Place) {
	slices.SortStableFunc(group, func(a, b explain.Place) int {
		return cmp.Compare(explain.Sureness(f.d.Of(b).Holder.Confidence), explain.Sureness(f.d.Of(a).Holder.Confidence))
	})
}

// causeKey is equal for holds that have one cause: that of a holder that is not
// well for all that it holds, that of a blocker for all that wait for it, and
// else what is the matter, whatever the objects are called. Holds that are not
// judged alike do not have one: what is sure of some would be said of all.
func (f *follower) causeKey(p explain.Place) string {
	h := f.d.Of(p)
	holder := holderKey(h)
	if gates.StopsAnyWriter(h.Reason) && len(h.Blockers) > 0 {
		holder = ""
	}
	parts := []string{string(h.Verdict) + " " + string(h.Reason), holder}
	if h.Reason.OfHolder() {
		return strings.Join(parts, "\x00")
	}
	for i := range h.Blockers {
		b := &h.Blockers[i]
		if b.Object < 0 || !f.held(b.Object) {
			parts = append(parts, blockerKey(b))
		}
	}
	if len(parts) == 2 {
		parts = append(parts, alikeText(f.message(f.silentWith(p)), &f.d.Objects[p.Object]))
	}
	return strings.Join(parts, "\x00")
}

// blockerKey is equal for blockers that are one: an object is who it is, whatever is the matter
// with it. What of it is in the way is one for itself.
func blockerKey(b *explain.Blocker) string {
	if b.Name == "" {
		return b.What
	}
	return strings.Join([]string{b.Group, b.Kind, b.Namespace, b.Name, b.Part}, "/")
}

// holderKey is equal for holds of one holder. One that is only possible for two
// finalizers may be that of neither.
func holderKey(h *explain.Hold) string {
	switch {
	case h.Holder.Confidence == explain.Possible:
		return h.Finalizer
	case h.Holder.Workload.Name == "":
		return cmp.Or(h.Holder.Name, h.Finalizer)
	}
	return strings.Join([]string{h.Holder.Workload.Kind, h.Holder.Workload.Namespace, h.Holder.Workload.Name}, "/")
}

// silentWith are the hold and, where its holder says nothing, those of the same object of
// which the same holder says nothing either: what it usually waits for differs, and
// asking it is one act.
func (f *follower) silentWith(p explain.Place) []explain.Place {
	h := f.d.Of(p)
	if h.Reason != explain.Silent {
		return []explain.Place{p}
	}
	var out []explain.Place
	for j := range f.d.Objects[p.Object].Holds {
		at := explain.Place{Object: p.Object, Hold: j}
		if other := f.d.Of(at); other.Reason == h.Reason && other.Verdict == h.Verdict && holderKey(other) == holderKey(h) {
			out = append(out, at)
		}
	}
	return out
}

var variable = regex.New(`[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9]+[smhdy]?\b`)

// alikeText takes out of a message what differs between objects that have the
// same trouble: their names, numbers and UIDs. A name of one or two letters could
// as well be a word of the message.
func alikeText(message string, o *explain.Object) string {
	if len(o.Name) > 2 || strings.ContainsAny(o.Name, "0123456789") {
		message = withoutWord(message, o.Name)
	}
	return variable.ReplaceAllString(message, "N")
}

// withoutWord takes a word out of a text, but not out of longer words.
func withoutWord(text, word string) string {
	var b strings.Builder
	for {
		at := strings.Index(text, word)
		if at < 0 {
			return b.String() + text
		}
		end := at + len(word)
		inside := at > 0 && isNameByte(text[at-1]) || end < len(text) && isNameByte(text[end])
		b.WriteString(text[:at])
		if inside {
			b.WriteString(word)
		} else {
			b.WriteString("NAME")
		}
		text = text[end:]
	}
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-'
}

func (f *follower) cause(holds []explain.Place) explain.Cause {
	first := f.d.Of(holds[0])
	c := explain.Cause{Reason: first.Reason, Verdict: first.Verdict, Holder: first.Holder, Message: f.message(holds), Holds: holds}
	if c.Holder.Confidence == explain.Possible {
		c.Holder = explain.Holder{Confidence: explain.NotKnown}
	}
	waiting := map[int]bool{}
	for p := range f.behind(holds) {
		waiting[p.Object] = true
		o := &f.d.Objects[p.Object]
		if o.Verdict != explain.InGrace && o.Verdict != explain.NotAsked && explain.Rank(c.Verdict) > explain.Rank(o.Verdict) {
			o.Verdict = c.Verdict
		}
	}
	c.Frees = len(waiting)
	c.Chain = f.chain(holds)
	return c
}

// message is that of the first hold, with what those of its other finalizers have
// beyond it.
func (f *follower) message(holds []explain.Place) string {
	said := strings.Split(f.d.Of(holds[0]).Message, "; ")
	for _, p := range holds[1:] {
		if p.Object != holds[0].Object {
			continue
		}
		for more := range strings.SplitSeq(f.d.Of(p).Message, "; ") {
			if !slices.Contains(said, more) {
				said = append(said, more)
			}
		}
	}
	return strings.Join(said, "; ")
}
