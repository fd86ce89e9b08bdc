package signs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// leavesAlone is how a controller says that it does nothing about an object.
var leavesAlone = regex.New(`(?i)\b(?:ignor(?:e|es|ed|ing)|skip(?:s|ped|ping)?|do(?:es)? not (?:reconcile|handle|manage)|not (?:managed|handled) by)\b`)

// passesOver is how one says that it only does not pass on that something has changed.
var passesOver = regex.New(`(?i)\b(?:ignor(?:e|es|ed|ing)|skip(?:s|ped|ping)?) (?:(?:the|this|its|an?) )?(?:\w+ )?(?:mapping|events?|enqueu\w+|notifications?|watch|metrics?)\b`)

// leftAlone reports whether by these words nothing is done about an object.
func leftAlone(words string) bool {
	return leavesAlone.MatchString(passesOver.ReplaceAllString(words, ""))
}

// ofClass is how a controller says that an object is of no class, or of none of its own.
var ofClass = regex.New(`(?i)\b(?:no|not\b.{0,20}\bany|without(?: an?| any)?|missing|unknown) ([a-z]*class)\b`)

// besideOthers are the words of a copy about other objects than the one that goes: lines of a
// log that are about one, and events that the description of another has. Whoever copies them
// beside it takes them for the reason.
func besideOthers(ctx context.Context, h *hearing.Case) (out []Word) {
	if !h.View.Copied || !h.Node.State.Going() || !h.GoesAlone() {
		return nil
	}
	for _, l := range linesBeside(h) {
		ref, is := anotherIn(h, &l)
		if !is || hearing.SubjectOf(h).In(&l) >= logline.Nearly || l.Answer != "" || awaitsThis(h, l.Said()) {
			continue
		}
		w := Word{
			Text: redact.Text(l.Said()), source: besideIt, by: "the " + besideIt, of: ref, First: l.At, Last: l.At, count: 1,
			fails: lineFails(&l), since: !h.Since(l.At) || l.At.IsZero() || !l.At.Before(h.AskedAt()), aside: true,
		}
		if w.fails || leftAlone(w.Text) || saysWaits(Word{Text: w.Text}) {
			out = append(out, w)
		}
	}
	for _, e := range h.View.EventsCopied(ctx, h.Node.Namespace) {
		if !akin(h, e.About) || h.View.Glance(ctx, e.About).Object != nil {
			continue
		}
		if w := eventWord(h, e); w.fails {
			w.of, w.since = e.About, true
			out = append(out, w)
		}
	}
	return out
}

// anotherIn is the object that a line is about by its fields, or by how its text begins, where that is another one.
func anotherIn(h *hearing.Case, l *logline.Line) (trace.Ref, bool) {
	kind, namespace, name := l.SpeaksOf()
	if kind == "" || name == "" || strings.EqualFold(kind, h.Kind.Kind) && name == h.Node.Name && !apart(h, namespace) {
		return trace.Ref{}, false
	}
	if of, _, _ := l.Object(); of == "" && (acts.KindMeant(h, kind).Kind == "" || h.Node.Name == explain.NoName && strings.EqualFold(kind, h.Kind.Kind) || name == h.Node.Name && !apart(h, namespace)) {
		return trace.Ref{}, false // no kind, or perhaps the object itself
	}
	return trace.Ref{Group: cmp.Or(l.Field("reconciler group"), l.Field("controllerGroup")), Kind: kind, Namespace: namespace, Name: name}, true
}

// apart reports whether a namespace that is told is another one than that of the object.
func apart(h *hearing.Case, namespace string) bool {
	return namespace != "" && h.Node.Namespace != "" && namespace != h.Node.Namespace
}

// akin reports whether an object is of another kind that has to do with that of the one which
// goes: of the same domain, the kind for a platform, or of the same project. What another
// object of its own kind meets tells nothing of it.
func akin(h *hearing.Case, ref trace.Ref) bool {
	if strings.EqualFold(ref.Kind, h.Kind.Kind) {
		return false
	}
	_, _, ofProject := h.View.Catalogue.KindLike(h.Entry.Project, ref.Kind)
	return ofProject || strings.Contains(ref.Group, ".") && ref.Group == h.Kind.Group ||
		sight.SameStem(ref.Kind, h.Kind.Kind) || sight.SameStem(h.Kind.Kind, ref.Kind)
}

// ofItsMaking reports whether an object is what a platform has of the one that goes: of the
// kind for that platform, in its namespace, and called after it.
func ofItsMaking(h *hearing.Case, ref trace.Ref) bool {
	return sight.SameStem(ref.Kind, h.Kind.Kind) && strings.HasPrefix(ref.Name, h.Node.Name) &&
		!apart(h, ref.Namespace)
}

// identifier is how clouds call one thing of theirs.
var identifier = regex.New(`\b` + phrase.UUID + `\b`)

// ofTheSame are the events of a copy that say something else of what the words name, such as
// that it was deleted before.
func ofTheSame(ctx context.Context, h *hearing.Case, w Word) (n hearing.Notes) {
	id := identifier.FindString(w.Text)
	for _, e := range h.View.EventsCopied(ctx, h.Node.Namespace) {
		if id != "" && strings.Contains(e.Message, id) && !strings.Contains(w.Text, e.Message) {
			n.Quote(sourceOf(e), "of the same it was said: "+e.Message, e.Message)
		}
	}
	return n
}

// calm sorts what fails first.
func calm(w Word) int {
	if w.fails {
		return 0
	}
	return 1
}

// ofItself is the evidence of what is said of another object.
func (w Word) ofItself(h *hearing.Case, weak bool) explain.Evidence {
	e := w.evidence(h)
	e.Fact, e.Weak = "of "+acts.BesideNames(h, w.of)+": "+e.Fact, weak
	return e
}

// BesideFails decides where nothing is said of the object itself, and what was copied beside
// it tells that another one, which has to do with it, fails or is left alone. What is said of
// any other is told alone.
func BesideFails(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	all := besideOthers(ctx, h)
	slices.SortStableFunc(all, func(a, b Word) int { return cmp.Compare(calm(a), calm(b)) })
	first := slices.IndexFunc(all, func(w Word) bool { return akin(h, w.of) })
	if first < 0 {
		for _, w := range all {
			if len(f.Evidence) < mostPrinted && !w.toldIn(f.Evidence) {
				f.Add(w.ofItself(h, true))
			}
		}
		return f
	}
	w := all[first]
	about := acts.BesideNames(h, w.of)
	f.Add(w.ofItself(h, false))
	f.Join(ofTheSame(ctx, h, w))
	said := fmt.Sprintf("%s says of %s: %s%s", cmp.Or(w.by, "an event"), about, phrase.Quoted(w.Text), w.Times(h))
	const unproven = "; whether that is what holds it is not known"
	if !w.fails && !leftAlone(w.Text) {
		f.Join(acts.SeeTo(ctx, h, w.Text))
		return f.Decide(explain.Undecided, explain.Blocked, said+unproven)
	}
	if !w.fails {
		if m := ofClass.FindStringSubmatch(w.Text); m != nil {
			f.Mend("bring back the " + strings.ToLower(m[1]) + " that " + about + " is of, let its controller end the deletions, and delete that last: by its own words it leaves alone what has none")
		} else {
			f.Mend("have its controller look at " + about + " again: by its own words it leaves that alone; mend what they name: " + phrase.Quoted(w.Text))
		}
		return f.Decide(explain.Stuck, explain.Blocked, said)
	}
	f.Join(hearing.IfStill(h, w.quiet, w.ago, Mechanics(ctx, h, w.Text)))
	if m := failure.Of(w.Text); w.quiet || m != nil && m.Passing && !persistent(w) || !strings.Contains(w.Text, h.Node.Name) && !ofItsMaking(h, w.of) && !h.NamedTogether(w.of) {
		return f.Decide(explain.Undecided, explain.Failing, said+unproven)
	}
	return f.Decide(explain.Stuck, explain.Failing, said)
}
