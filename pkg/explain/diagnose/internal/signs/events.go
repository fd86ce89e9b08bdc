package signs

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/budget"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// eventWords are the messages of the Warnings about the object and of those about
// others that name it; and of other events since the deletion those of its holder, and
// what tells what is waited for.
func eventWords(ctx context.Context, h *hearing.Case) []Word {
	var out []Word
	for _, e := range h.View.EventsAbout(ctx, h.Node.Ref, h.Node.UID) {
		w := eventWord(h, e)
		w.fails = w.fails && !budget.MerelyDrains(ctx, h, w.Text) || !e.Warning && goesOn(w)
		w.warns = e.Warning && !w.fails && warnsAgain(ctx, h, w)
		w.fails = w.fails || w.warns
		repeated := h.View.Copied && w.since && e.Count >= endless && ofDeletion(w) // whoever says so
		if e.Warning || w.fails || repeated || w.since && (w.author == theHolder || w.author != somebodyElse && tellsOfWait(h, w)) {
			out = append(out, w)
		}
	}
	for _, e := range h.View.EventsNaming(ctx, h.Node.Ref, h.Node.UID) {
		w := eventWord(h, e)
		w.source += " about " + e.About.Kind + " " + e.About.Name
		w.warns = !w.fails && warnsAgain(ctx, h, w) // of itself, as of its pod
		w.fails = w.fails || w.warns
		out = append(out, w)
	}
	return out
}

// warnsAgain reports whether the holder has warned of something so often since the deletion that this is why it stays: of
// no wait, and of nothing that it asks for.
func warnsAgain(ctx context.Context, h *hearing.Case, w Word) bool {
	return w.author == theHolder && w.since && w.count >= oftenFailed && w.Text != "" && !saysWaits(w) && w.asks() == "" && !budget.MerelyDrains(ctx, h, w.Text)
}

func eventWord(h *hearing.Case, e sight.Event) Word {
	return Word{
		Text: e.Message, reason: e.Reason, source: sourceOf(e), First: e.First, Last: e.Last, count: e.Count, often: e.Times(), ago: e.Ago, lately: e.Lately(), quiet: e.Quiet,
		since: saidSince(h, e), fails: e.Message != "" && e.Warning && (errorLike(e.Reason) || errorLike(e.Message)),
		by: e.Component, author: authorOfEvent(h, e),
	}
}

// goesOn reports whether an event that is no Warning is one that the holder repeats on and
// on, of what it cannot do.
func goesOn(w Word) bool {
	return w.since && w.author == theHolder && persistent(w) && errorLike(w.Text)
}

// saidSince reports whether an event is of the time after the deletion. One that was
// copied without its time was seen within the hour before, while the object was going.
func saidSince(h *hearing.Case, e sight.Event) bool {
	if e.Last.IsZero() {
		return h.View.Copied && h.Node.State.Going()
	}
	return !h.Node.Since.IsZero() && !e.Last.Before(h.Node.Since)
}

func tellsOfWait(h *hearing.Case, w Word) bool {
	return len(sentence.Waits(w.reason+": "+w.Text, func(word string) bool { return len(acts.KindsCalled(h, word)) > 0 })) > 0
}

// authorOfEvent says whose an event is: by the name that its writer gives itself, and
// where that does not tell, by the pod that it ran in.
func authorOfEvent(h *hearing.Case, e sight.Event) author {
	a := authorOf(h, e.Component)
	if a != theHolder && !bystander(e.Component) && h.Holder.Workload.Name != "" && strings.Contains(e.Instance, h.Holder.Workload.Name+"-") {
		return theHolder
	}
	return a
}

// sourceOf says where an event was read.
func sourceOf(e sight.Event) string {
	return "event " + e.Reason + phrase.Prefixed(" of ", e.Component)
}
