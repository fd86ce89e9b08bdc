package signs

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/around"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

const (
	// mostOthers bounds how many objects around one are looked at, and mostOthersLooked
	// how many in all.
	mostOthers       = 20
	mostOthersLooked = 300
	// deepestOther is how many steps away from the object its words are looked for.
	deepestOther = 3
	// mostOfOther is how many words of one other object are heard.
	mostOfOther = 2
)

// otherMemory keeps what those around an object say, by the hold.
type otherMemory struct {
	words  sight.Memo[[2]string, []Word]
	looked atomic.Int32
}

// otherWords are what those around the object say of what goes wrong with them: what
// belongs to it and what it belongs to, what refers to it, the jobs that run for it,
// those that share a group with it, and what its holder was installed by.
func otherWords(ctx context.Context, h *hearing.Case) []Word {
	if h.Object == nil || !h.Node.State.Going() || h.Holder.BuiltIn {
		return nil
	}
	id := [2]string{h.Node.UID + " " + h.Node.Namespace + "/" + h.Node.Name, h.Finalizer}
	m := sight.Memory[otherMemory](h.View)
	return m.words.Get(id, func() []Word { return hearOthers(ctx, h, m) })
}

func hearOthers(ctx context.Context, h *hearing.Case, m *otherMemory) []Word {
	queue := around.Of(ctx, h)
	seen := map[trace.Ref]bool{h.Node.Ref: true}
	var out []Word
	for n := 0; n < len(queue) && len(seen) <= mostOthers; n++ {
		o := queue[n]
		if seen[o.Ref] || m.looked.Add(1) > mostOthersLooked {
			continue
		}
		seen[o.Ref] = true
		if h.View.Glance(ctx, o.Ref).Object == nil {
			continue
		}
		c := hearing.About(ctx, h.View, o.Ref)
		said := wordsOfOther(ctx, h, c, o)
		out = append(out, said...)
		if len(said) > 0 && o.Depth < deepestOther {
			for _, ref := range around.Below(h.View, c.Node.UID) {
				queue = append(queue, around.Object{Ref: ref, How: "belongs to " + o.Ref.Kind + " " + o.Ref.Name, Depth: o.Depth + 1})
			}
		}
	}
	return out
}

// wordsOfOther are what one of them says that goes wrong: since the deletion, or at any
// time where it was made after it or tells how the holder is. A Job says nothing that was made anew since it failed.
func wordsOfOther(ctx context.Context, h *hearing.Case, c *hearing.Case, o around.Object) []Word {
	if c.IsJob() && hearing.MadeAnew(ctx, h.View, c.Object) {
		return nil
	}
	return troubleOf(ctx, h, c, o)
}

// troubleOf is the same of one that nothing has taken the place of.
func troubleOf(ctx context.Context, h *hearing.Case, c *hearing.Case, o around.Object) []Word {
	name := o.Ref.Kind + " " + o.Ref.Name
	made := !h.AskedAt().IsZero() && !c.Object.GetCreationTimestamp().UTC().Before(h.AskedAt())
	var out []Word
	add := func(w Word) {
		w.since = made || w.since || h.Since(w.Last)
		stands := o.Anytime || o.Standing && w.count == 0
		if !w.since && !stands || waitsItself(h, &o, w) {
			return
		}
		if w.author != theHolder && o.ForIt && made {
			w.author = theHolder
		}
		w.source, w.by, w.of = name+": "+w.source, name+", which "+o.How+",", o.Ref
		if len(out) < mostOfOther && !slices.ContainsFunc(out, func(known Word) bool { return known.Line() == w.Line() }) {
			out = append(out, w)
		}
	}
	if run, failed := runOf(ctx, c); failed {
		add(Word{Text: run.Said, source: run.Source, fails: true, since: made, First: run.Log.First, Last: run.Log.Last, count: 1, log: &run.Log})
	}
	// What a run has printed tells more than how it ended.
	if trouble := holder.Trouble(ctx, h.View, c.Kind, c.Object); trouble != "" && len(out) == 0 {
		add(Word{Text: trouble, source: ".status", fails: true, since: made, First: h.Node.Since, Last: h.Node.Since})
	}
	for _, w := range failuresOf(ctx, h, c, o.Ref) {
		add(w)
	}
	return out
}

// failuresOf are what an object and the Warnings about it say that goes wrong.
func failuresOf(ctx context.Context, h *hearing.Case, c *hearing.Case, at trace.Ref) []Word {
	out := slices.Concat(conditionWords(c), fieldWords(c))
	for i := range out {
		out[i].author = unknownAuthor
	}
	about := func(e *sight.Event) bool { return e.IsAbout(at, c.Node.UID) }
	for _, e := range h.View.Warnings(ctx, at.Namespace, about) {
		out = append(out, eventWord(h, e))
	}
	return slices.DeleteFunc(out, func(w Word) bool { return !w.fails })
}

// waitsItself reports whether one that the object belongs or refers to says no more than that it is in use, which may be by the
// object, or that the object goes: that is what it waits for itself.
func waitsItself(h *hearing.Case, o *around.Object, w Word) bool {
	if !o.MayWaitForIt() {
		return false
	}
	m := failure.Of(w.Text)
	return m != nil && m.Used || ofGoing.MatchString(w.Text) && sentence.Named(w.Text, h.Node.Name)
}

// ofGoing is how one says of another that it is going, or not what it was.
var ofGoing = regex.New(`(?i)\bbeing (?:deleted|removed|terminated)\b|\b(?:is|are) (?:deleting|terminating|going|gone|not (?:ready|available|healthy))\b`)

// runOf is what a Job printed that failed. One whose pod cannot start has printed nothing.
func runOf(ctx context.Context, c *hearing.Case) (holder.FailedRun, bool) {
	if !c.IsJob() {
		return holder.FailedRun{}, false
	}
	return holder.RunOf(ctx, c.View, c.Object)
}

// OthersFail decides where nobody says anything of the object that does, and others
// around it fail.
func OthersFail(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	for _, w := range otherWords(ctx, h) {
		if !w.since || w.author == theHolder {
			continue // of the holder it was heard before
		}
		f.Add(w.evidence(h))
		f.BlockGuessed(h.View, w.of, h.View.Look(ctx, w.of).State, "fails")
		if m := failure.Of(w.Text); (m == nil || !m.Passing) && h.Holder.Name != "" {
			f.Mend("where the log of " + h.HolderName() + " says nothing else of " + h.Node.Name + ", see to what " + w.of.Kind + " " + w.of.Name + " says first: " + phrase.Quoted(w.Text))
		}
		f.Next("see what it says", h.View.Command(w.of, "describe")...)
		return f.Decide(explain.Undecided, explain.Failing, fmt.Sprintf("%s says: %s%s; whether that is what holds it is not known", w.by, phrase.Quoted(w.Text), w.Times(h)))
	}
	return f
}

// leftOver finds how many of what are left by a text: "1 attachment left", "waiting for 2 claims".
var leftOver = regex.New(`(?i)\b(\d+) (?:more |remaining |open )?([a-z]+)\b`)

// ReferrersWait decides where its holder says that it waits, and names nothing: of what refers to
// the object, what is going itself, or fails, is most likely that. What merely refers and is well
// is no more than a hint.
func ReferrersWait(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if h.View.Copied || h.Holder.BuiltIn || h.Health != explain.Running || h.Holder.Confidence == explain.Possible || !h.Node.Asked {
		return f
	}
	_, _, away := h.Behind()
	for _, w := range telling(ctx, h) {
		if w.author != theHolder || !w.ofWait(away) {
			continue
		}
		if a := awaitedIn(ctx, h, w.reason, w.Text); len(a.list)+len(a.gone) > 0 || len(acts.BlockedBy(ctx, h, w.Text).Blockers) > 0 {
			return f
		}
		return referrersMeant(ctx, h, w)
	}
	return f
}

// meantBy are those that a text may mean, none where they are more than it counts, and what those
// that fail say. Sure says that something tells that they are meant: that they fail, or their kind.
func meantBy(ctx context.Context, h *hearing.Case, w Word) (meant []trace.Ref, said map[trace.Ref]Word, sure bool) {
	most, word, kinds := mostOthers, "", []trace.Kind(nil)
	if m := leftOver.FindStringSubmatch(w.Text); m != nil {
		most, _ = strconv.Atoi(m[1])
		word, kinds = strings.ToLower(m[2]), acts.KindsCalled(h, m[2])
	}
	said = map[trace.Ref]Word{}
	var counted []trace.Ref
	for _, o := range around.Referring(ctx, h) {
		called := phrase.EndsCalled(o.Ref.Kind, word) || slices.ContainsFunc(kinds, func(k trace.Kind) bool { return k.Kind == o.Ref.Kind && k.Group == o.Ref.Group })
		c := hearing.About(ctx, h.View, o.Ref)
		if o.How != around.RefersToIt || len(kinds) > 0 && !called || c == nil {
			continue
		}
		if called {
			counted = append(counted, o.Ref)
		}
		words := wordsOfOther(ctx, h, c, o)
		if len(words) > 0 {
			said[o.Ref] = words[0]
		}
		if len(words) > 0 || h.View.Look(ctx, o.Ref).State.Going() {
			meant = append(meant, o.Ref)
		}
	}
	if len(counted) > 0 && len(counted) == most { // it is these, whatever they do
		return counted, said, true
	}
	if len(meant) > most {
		return nil, nil, false
	}
	return meant, said, len(kinds) > 0 || len(said) == len(meant)
}

// referrersMeant decides by those that a text may mean, as many as it counts and of the kind that
// it says.
func referrersMeant(ctx context.Context, h *hearing.Case, w Word) (f hearing.Finding) {
	meant, said, sure := meantBy(ctx, h, w)
	if len(meant) == 0 {
		return f
	}
	verdict, names, idle := explain.Waiting, []string(nil), []string(nil)
	if !sure {
		verdict = explain.Undecided // they go as well, and nothing says that they are meant
	}
	for _, ref := range meant {
		state := h.View.Look(ctx, ref).State
		own, fails := said[ref]
		f.BlockGuessed(h.View, ref, state, "refers to it, and most likely has to go first")
		name := ref.Kind + " " + ref.Name + " (" + hearing.StateText(state) + ")"
		if fails {
			f.Add(own.evidence(h))
			name += ", which says: " + phrase.Quoted(own.Text)
		}
		if !state.Going() {
			verdict = explain.Undecided
			if !fails {
				idle = append(idle, ref.Kind+" "+ref.Name)
			}
		}
		names = append(names, name)
	}
	f.Add(w.evidence(h))
	if len(idle) == len(meant) {
		f.Do(explain.Look("have "+phrase.And(idle)+" let go of it, or delete what of these nobody needs", h.View.Command(meant[0], "get", "-o", "yaml")...).For(explain.Mends))
	} else {
		f.Do(explain.Look("see to "+h.View.NameOf(meant[0])+", which refers to it: see what keeps that", h.View.WhyStuck(meant[0])...).For(explain.Mends))
	}
	return f.Decide(verdict, explain.Blocked, w.waiting(h, " says that it waits, ", false)+"; that is most likely "+phrase.Names(names))
}
