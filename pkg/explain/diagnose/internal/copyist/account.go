package copyist

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// LeftByForce tells at what force costs what stayed where somebody has let go of the object by hand, as they write.
func LeftByForce(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if !h.View.Copied || !h.GoesAlone() || !h.Node.State.Going() {
		return n
	}
	said := sentence.LeftByForce(h.View.Logs.Aside.Texts())
	if said == "" || len(said) > longest {
		return n
	}
	cost := h.Cost
	cost.Loss = explain.Joined("; ", "whoever has done that tells: "+phrase.Quoted(redact.Text(phrase.OneLine(said))), cost.Loss)
	n.Cost = &cost
	return n
}

// told is an account of a person that bears on a finding.
type told struct {
	h     *hearing.Case
	lines []string
	spoke bool   // the finding has words of the cluster
	what  string // the account is of
	never string // the sentence that tells that nothing was ever made for the object
	fact  explain.Evidence
}

// account is one sort of account.
type account struct {
	of []explain.Reason // on which it bears; empty for all
	// find is the sentence that tells it of a finding, empty where none does, and heed is the finding with it.
	find func(t *told, f *hearing.Finding) (said, what string)
	heed func(t *told, f hearing.Finding) hearing.Finding
}

// accounts are asked in this order, each with the finding as those before have left it: orderTold stands behind unheeded, as it
// adds nothing to a message that rests already on what is written beside the object, and says so by byText; neverFinished
// stands behind neverMade, which tells more.
var accounts = []account{
	{[]explain.Reason{explain.Failing}, goneFirst, sayGoneFirst},
	{[]explain.Reason{explain.Failing}, backAgain, seeSinceBack},
	{[]explain.Reason{explain.Silent, explain.HolderUnknown}, unheeded, sayUnheeded},
	{[]explain.Reason{explain.Silent, explain.HolderUnknown}, orderTold, sayOrder},
	{[]explain.Reason{explain.Blocked}, nothingThere, letGoOfThat},
	{nil, neverMade, letGoOfIt},
	{[]explain.Reason{explain.Failing}, neverFinished, lookFirst},
}

// accounted is a finding with what a person tells that bears on it: that what it is about was taken away before, or is
// there again by now, that nothing was ever made for the object, or not to its end, or that nobody looks at it.
func accounted(h *hearing.Case, f hearing.Finding) hearing.Finding {
	if f.Verdict == explain.Progressing {
		return f
	}
	t := told{h: h, lines: h.View.Logs.Aside.Texts(), spoke: strings.Contains(f.Message, `"`)}
	for _, a := range accounts {
		if len(a.of) > 0 && !slices.Contains(a.of, f.Reason) {
			continue
		}
		said, what := a.find(&t, &f)
		if said == "" || len(said) > longest {
			continue
		}
		t.what, t.fact = what, holder.AsTold(said)
		f.Add(t.fact)
		f = a.heed(&t, f)
	}
	return f
}

// tells is how the fact is quoted.
func (t *told) tells() string { return phrase.Quoted(t.fact.Words) }

// next is a finding with what is to be done by what a person tells: behind the step that follows from the words of the cluster.
func next(f hearing.Finding, spoke bool, step explain.Step) hearing.Finding {
	if at := min(len(f.Steps), 1); spoke && len(f.Foremost) == 0 {
		f.Steps = slices.Insert(slices.Clone(f.Steps), at, step)
		return f
	}
	f.Foremost = append(slices.Clone(f.Foremost), step)
	return f
}

// namesOf is how sentences name the object.
func namesOf(h *hearing.Case) func(said string) bool {
	return func(said string) bool { return acts.NamesIt(h, said) }
}

// unheeded is that who has to act, as far as that is known, takes no note of the object, where nothing decides.
func unheeded(t *told, _ *hearing.Finding) (said, what string) {
	if t.h.Holder.Name == "" {
		return "", ""
	}
	return sentence.Unheeded(t.lines, namesOf(t.h)), ""
}

func sayUnheeded(t *told, f hearing.Finding) hearing.Finding {
	name := t.h.HolderName()
	if tells := name + " takes no note of it, by what is written beside it: " + t.tells(); t.spoke {
		f.Message += "; " + tells
	} else {
		f.Message = tells
	}
	return next(f, t.spoke, explain.Tell("have "+name+" look at "+itsName(t.h)+" again: by an annotation that means nothing, or by starting it anew, of several instances the one that is responsible for it, as by what its spec and status name for that; if nothing comes of that, read in its log why it passes this by").For(explain.Mends))
}

// itsName is what the object is called, as far as that is known.
func itsName(h *hearing.Case) string {
	if h.Node.Name == explain.NoName {
		return "it"
	}
	return h.Node.Name
}

// orderTold is that something was taken away before the object, where nothing decides.
func orderTold(t *told, f *hearing.Finding) (said, what string) {
	h := t.h
	all := sentence.GoneBefore(t.lines, namesOf(h))
	at := slices.IndexFunc(all, func(s sentence.State) bool { return len(s.Said) <= longest && !acts.OfItself(h, &s) })
	if at < 0 || len(f.Foremost) > 0 || strings.Contains(f.Message, byText) || !h.GoesAlone() || sentence.SinceBack(t.lines) {
		return "", ""
	}
	if cause, _ := causeOf(h); cause > sentence.OtherCause {
		return "", ""
	}
	return all[at].Said, called(all[at].Thing)
}

func sayOrder(t *told, f hearing.Finding) hearing.Finding {
	if !strings.Contains(f.Message, t.fact.Words) {
		f.Message += "; " + t.what + " went first" + byText + ": " + t.tells()
	}
	return next(f, t.spoke, explain.Tell("see in the log of "+t.h.HolderName()+" whether it looks for "+t.what+", which went first"+byText+": if so, remove by hand what is left of what "+itsName(t.h)+" stands for, and let go of its finalizer once nothing is; or bring "+t.what+" back until this is through, where what is made anew does no harm").For(explain.Mends))
}

// nothingThere is that of what has a name, and is waited for, nothing is there outside of the cluster: then that alone is let
// go, and what waits for it goes by itself.
func nothingThere(t *told, f *hearing.Finding) (said, name string) {
	if !t.h.GoesAlone() {
		return "", ""
	}
	return sentence.NotListed(t.lines, func(word string) bool {
		return strings.Contains(word, "-") && word != t.h.Node.Name && slices.Contains(strings.FieldsFunc(f.Message, betweenNames), word)
	})
}

func letGoOfThat(t *told, f hearing.Finding) hearing.Finding {
	f.Steps = append(slices.Clone(f.Steps), explain.Tell("make sure that nothing is there of what "+t.what+" stands for, as is written beside it ("+t.tells()+"), and let go of that alone where it stays: "+itsName(t.h)+" then goes by itself").Then())
	return f
}

// betweenNames reports whether a letter stands between names.
func betweenNames(c rune) bool { return strings.ContainsRune(" /[](){},;:\"'", c) }

// neverMade is that nothing was ever made for the object.
func neverMade(t *told, _ *hearing.Finding) (said, what string) {
	t.never = sentence.NeverMade(t.lines, namesOf(t.h), t.h.GoesAlone())
	return t.never, ""
}

func letGoOfIt(t *told, f hearing.Finding) hearing.Finding {
	see := explain.Tell("make sure where it would be that nothing was ever made for it" + byText + " (" + t.tells() + "): then nothing has to be deleted, and no retry helps; have its controller let go of this one object without deleting anything, where it has a switch for that, or else take this one finalizer off")
	return next(f, t.spoke, see.For(explain.Mends))
}

// goneFirst is that what something fails at was taken away before: that order is why it fails.
func goneFirst(t *told, f *hearing.Finding) (said, what string) {
	at, s := namedInFailure(t.h, f, sentence.GoneBefore(t.lines, namesOf(t.h)))
	if !at || strings.Contains(f.Message, s.Said) {
		return "", ""
	}
	if sentence.SinceBack(t.lines) {
		if again, _ := namedInFailure(t.h, f, sentence.BroughtBack(t.lines)); !again {
			return "", "" // it may be another that is back, or its words are of now
		}
	}
	return s.Said, called(s.Thing)
}

func sayGoneFirst(t *told, f hearing.Finding) hearing.Finding {
	f.Message += "; that " + t.what + " went first is why, by what is written beside it: " + t.tells()
	return f
}

// backAgain is that what something fails at is there again: what it says may be of before.
func backAgain(t *told, f *hearing.Finding) (said, what string) {
	at, s := namedInFailure(t.h, f, sentence.BroughtBack(t.lines))
	if !at || len(f.Foremost) > 0 {
		return "", ""
	}
	return s.Said, called(s.Thing)
}

func seeSinceBack(t *told, f hearing.Finding) hearing.Finding {
	see := explain.Look("see what it says by now: "+t.what+" is there again"+byText+" ("+t.tells()+"), and its words may be of before; have "+t.h.HolderName()+" try again, as by an annotation that means nothing, or start it anew",
		t.h.View.AsYAML(t.h.Node.Ref)...)
	f.Foremost = []explain.Step{see.For(explain.Mends)}
	return f
}

// namedInFailure is the first thing that a failure names, and that is not the object itself.
func namedInFailure(h *hearing.Case, f *hearing.Finding, things []sentence.State) (is bool, _ sentence.State) {
	words := phrase.WordsOf(f.Message)
	at := slices.IndexFunc(things, func(s sentence.State) bool {
		return len(s.Said) <= longest && !acts.OfItself(h, &s) && slices.ContainsFunc(s.Heads(), func(head []string) bool { return namedIn(words, head) })
	})
	if at < 0 {
		return false, sentence.State{}
	}
	return true, things[at]
}
