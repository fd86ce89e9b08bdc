package signs

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/around"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/manifest"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// awaited is what a text says is waited for, as it is now.
type awaited struct {
	list []awaitedObject
	// gone are the names of what was to go and has gone.
	gone []string
}

type awaitedObject struct {
	goal    sentence.Goal
	into    string // what it has to be brought to, where it is to be settled
	blocker explain.Blocker
	// fails is what it says itself that goes wrong with it, nil where it does not.
	fails *Word
	// moves says that somebody wrote to it a moment ago, or that it runs.
	moves bool
	runs  bool
	// failures are the pods of a Job that failed, of which none is well now.
	failures int64
	// failed is why it has failed for good, empty where it has not.
	failed string
}

// awaitedIn looks up what a text says is waited for, which the reason that it was said under may begin.
func awaitedIn(ctx context.Context, h *hearing.Case, reason, text string) (a awaited) {
	isKind := func(word string) bool {
		return word == "owner" || word == "parent" || len(acts.KindsCalled(h, word)) > 0
	}
	waits := sentence.Waits(strings.TrimPrefix(phrase.Apart(reason)+": "+text, ": "), isKind)
	seen := map[trace.Ref]bool{h.Node.Ref: true}
	for _, w := range waits {
		for _, m := range w.Names {
			for _, ref := range refsOf(ctx, h, m, text) {
				if !seen[ref] && len(seen) <= acts.MostNamed {
					seen[ref] = true
					a.add(ctx, h, &w, ref)
				}
			}
		}
	}
	return a
}

// refsOf are the objects that words mean: one by its name, or those of a kind, where they name no more than the kind.
func refsOf(ctx context.Context, h *hearing.Case, m sentence.Mention, words string) []trace.Ref {
	if m.Name == "" {
		return acts.OfKind(ctx, h, m.Kind, words)
	}
	at, exists := acts.Resolve(ctx, h, m)
	if !exists && m.Loose || at.Name == "" {
		return nil
	}
	return []trace.Ref{at}
}

// add takes an object up where what is waited for has not come to be.
func (a *awaited) add(ctx context.Context, h *hearing.Case, w *sentence.Wait, ref trace.Ref) {
	state, goal := h.View.Look(ctx, ref).State, w.For
	if state == trace.Gone && goal != sentence.Ready {
		a.gone = append(a.gone, ref.Kind+" "+ref.Name)
		return
	}
	var n hearing.Notes
	n.BlockKnown(h.View, ref, state, needs[goal]+w.State)
	o := awaitedObject{goal: goal, into: w.State, blocker: n.Blockers[0]}
	if c := hearing.About(ctx, h.View, ref); c != nil && goal != sentence.Gone && goal != sentence.Unused {
		if said := wordsOfOther(ctx, h, c, around.Object{Ref: ref, How: "it waits for", Anytime: true}); len(said) > 0 {
			o.fails = &said[0]
		}
		o.failed, _ = hearing.FailedForGood(ctx, h.View, ref)
		o.runs = goal == sentence.Finished && manifest.Runs(c.Object)
		o.failures = hearing.FailsAgain(ctx, h.View, ref)
		o.runs = o.runs && o.failures == 0
		o.moves = o.failures == 0 && (o.runs || slices.ContainsFunc(c.Writes(), func(w manifest.Write) bool { return h.View.Clock.Within(w.At, freshWrite) }))
	}
	a.list = append(a.list, o)
}

// needs says of a blocker what it is waited for to do, where that is not to go.
var needs = map[sentence.Goal]string{
	sentence.Unused: "uses it", sentence.Detached: "has to be detached", sentence.Finished: "has to finish", sentence.Ready: "has to be ready",
	sentence.Settled: "has to be ",
}

func (a *awaited) blockers() []explain.Blocker {
	var out []explain.Blocker
	for _, o := range a.list {
		out = append(out, o.blocker)
	}
	return out
}

// notes are the blockers as a hold lists them, with what these say themselves.
func (a awaited) notes(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	for _, o := range a.list {
		n.BlockKnown(h.View, o.blocker.Ref, o.blocker.State, o.blocker.What)
		if o.fails != nil {
			n.Add(o.fails.evidence(h))
			n.Join(o.mend(ctx, h))
		}
		n.Join(acts.RunAnew(ctx, h, o.blocker.Ref))
	}
	return n
}

// mend is what helps against what an object says itself that goes wrong with it.
func (o *awaitedObject) mend(ctx context.Context, h *hearing.Case) (n hearing.Notes) {
	if failure.Recognised(o.fails.Text) {
		again := sentence.RetryUntold
		if o.failed != "" {
			again = sentence.Dropped
		}
		n = mechanics(ctx, h, o.fails.Text, again)
	}
	if len(n.Steps) == 0 {
		n.Mend("mend " + h.View.NameOf(o.blocker.Ref) + ", which says: " + phrase.Quoted(o.fails.Text))
	}
	return n
}

// SaidBy is what an object around this one says itself that goes wrong with it, in quotes, and what helps against that: where
// it only stands there since before the deletion, no more than to look at it.
func SaidBy(ctx context.Context, h *hearing.Case, at around.Object) (text string, n hearing.Notes) {
	of := hearing.About(ctx, h.View, at.Ref)
	if of == nil {
		return "", n
	}
	said := wordsOfOther(ctx, h, of, at)
	if len(said) == 0 {
		return "", n
	}
	text = phrase.Quoted(said[0].Text)
	n.Add(said[0].evidence(h))
	if at.Standing {
		n.Do(explain.Look("see to "+at.Ref.Kind+" "+at.Ref.Name+", which says: "+text, h.View.Command(at.Ref, "describe")...).For(explain.Mends))
		return text + said[0].Times(h), n
	}
	o := awaitedObject{blocker: explain.Blocker{Ref: at.Ref}, fails: &said[0]}
	o.failed, _ = hearing.FailedForGood(ctx, h.View, at.Ref)
	n.Join(o.mend(ctx, h))
	return text, n
}

// letGo is the step to who holds on to something, by these words: an object that is not on its way, or
// somebody whom they name.
func (a *awaited) letGo(h *hearing.Case, words string) hearing.Notes {
	user := ""
	if at := slices.IndexFunc(a.list, func(o awaitedObject) bool { return o.goal == sentence.Unused && o.blocker.State == trace.Live }); at >= 0 {
		user = h.View.NameOf(a.list[at].blocker.Ref)
	}
	return acts.LetGo(h, words, user, a.gone)
}

// look is the step to the first of what is waited for: to what holds it where it has to go, and
// else to how far it is. Where that is not on its way, it is what mends.
func (a *awaited) look(h *hearing.Case, verdict explain.Verdict) (n hearing.Notes) {
	comes := func(o awaitedObject) bool {
		return (o.goal == sentence.Finished || o.goal == sentence.Ready) && o.blocker.State != trace.Gone
	}
	first := &a.list[0]
	if at := slices.IndexFunc(a.list, func(o awaitedObject) bool { return comes(o) && !o.moves }); at >= 0 {
		first = &a.list[at]
	}
	see := h.View.Command(first.blocker.Ref, "describe")
	switch {
	case first.goal == sentence.Settled && first.blocker.State == trace.Live:
		n.Do(explain.Look("have "+h.View.NameOf(first.blocker.Ref)+" "+first.into+", which has to be first by the words of its holder", see...).For(explain.Mends))
	case !comes(*first):
		n.Next("see what holds that", h.View.WhyStuck(first.blocker.Ref)...)
	case verdict == explain.Undecided:
		n.Do(explain.Look("see how far "+h.View.NameOf(first.blocker.Ref)+" is, and mend what keeps it: it "+first.blocker.What, see...).For(explain.Mends))
	default:
		n.Next("see how far that is", see...)
	}
	return n
}

// verdict is Waiting where all that is waited for is on its way: it is going, or moves.
// It is Stuck where something has to go or to let go that nobody has asked to, where
// what has to be there is not, and where what is waited for fails itself.
func (a *awaited) verdict(h *hearing.Case) explain.Verdict {
	verdict := explain.Waiting
	for _, o := range a.list {
		switch state := o.blocker.State; {
		case state.Going() && o.goal != sentence.Ready:
		case o.fails != nil, o.goal == sentence.Ready && state == trace.Gone:
			return explain.Stuck
		case h.Fresh():
		case state == trace.Live && (o.goal == sentence.Gone || o.goal == sentence.Unused):
			return explain.Stuck
		case o.failed != "" && o.goal == sentence.Finished:
			return explain.Stuck
		case !o.moves:
			verdict = explain.Undecided
		}
	}
	return verdict
}

// says completes "the holder says that …".
func (a *awaited) says() string {
	var said []string
	var goals []sentence.Goal
	for _, o := range a.list {
		if !slices.Contains(goals, o.goal) {
			goals = append(goals, o.goal)
			said = append(said, a.saysOf(o.goal))
		}
	}
	if at := slices.IndexFunc(a.list, func(o awaitedObject) bool { return o.fails != nil }); at >= 0 {
		said[len(said)-1] += ", and " + a.list[at].blocker.Kind + " " + a.list[at].blocker.Name + " says: " + phrase.Quoted(a.list[at].fails.Text)
	}
	return strings.Join(said, "; ")
}

// saysOf are the objects that are waited for to reach one goal.
func (a *awaited) saysOf(goal sentence.Goal) string {
	var names []string
	into := ""
	for _, o := range a.list {
		if o.goal == goal {
			names = append(names, o.blocker.Kind+" "+o.blocker.Name+o.state())
			into = o.into
		}
	}
	if goal == sentence.Settled {
		return phrase.Names(names) + phrase.Plural(len(names), " has", " have") + " to be " + into + " first"
	}
	return saysOf(goal, phrase.Names(names), len(names))
}

// saysOf completes "the holder says that …" for a goal.
func saysOf(goal sentence.Goal, named string, many int) string {
	switch goal {
	case sentence.Unused:
		return named + phrase.Plural(many, " uses it", " use it")
	case sentence.Detached:
		return "it waits for " + named + " to be detached"
	case sentence.Finished:
		return "it waits for " + named + " to finish"
	case sentence.Ready:
		return "it waits for " + named + " to be ready"
	case sentence.Gone, sentence.Unsaid, sentence.Settled:
	}
	return "it waits for " + named
}

// state says what an object is now, as far as that matters for what it is waited for.
func (o *awaitedObject) state() string {
	switch {
	case o.failed != "":
		return " (has failed, " + o.failed + ", and does not run again by itself)"
	case o.failures > 0:
		return " (" + strconv.FormatInt(o.failures, 10) + phrase.Plural(int(o.failures), " of its pods has", " of its pods have") + " failed so far, and none is ready)"
	case o.runs:
		return " (runs)"
	case o.blocker.State == trace.Live && o.goal != sentence.Gone:
		return ""
	}
	return " (" + hearing.StateText(o.blocker.State) + ")"
}
