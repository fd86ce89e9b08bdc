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

// accounted is a finding with what a person tells that bears on it: that what it is about was taken away before, or is
// there again by now, that nothing was ever made for the object, or that nobody looks at it.
func accounted(h *hearing.Case, f hearing.Finding) hearing.Finding {
	lines := h.View.Logs.Aside.Texts()
	spoke := strings.Contains(f.Message, `"`) // it has words of the cluster
	switch {
	case f.Verdict == explain.Progressing:
		return f
	case f.Reason == explain.Failing:
		f = backAgain(h, goneFirst(h, f, lines), lines)
	case f.Reason == explain.Silent || f.Reason == explain.HolderUnknown:
		f = orderTold(h, unheeded(h, f, lines, spoke), lines, spoke)
	case f.Reason == explain.Blocked:
		f = nothingThere(h, f, lines)
	}
	return neverMade(h, f, lines, spoke)
}

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

// unheeded is a finding of nothing that decides, where a person tells that who has to act, as far as that is known, takes no
// note of the object.
func unheeded(h *hearing.Case, f hearing.Finding, lines []string, spoke bool) hearing.Finding {
	said := sentence.Unheeded(lines, namesOf(h))
	if said == "" || len(said) > longest || h.Holder.Name == "" {
		return f
	}
	fact, name := holder.AsTold(said), h.HolderName()
	f.Add(fact)
	if tells := name + " takes no note of it, by what is written beside it: " + phrase.Quoted(fact.Words); spoke {
		f.Message += "; " + tells
	} else {
		f.Message = tells
	}
	return next(f, spoke, explain.Tell("see which instance of "+name+" is responsible for "+itsName(h)+", as by what its spec and status name for that, and whether that one runs; start it anew, so that it looks at all again, and read in its log why it passes this by").For(explain.Mends))
}

// itsName is what the object is called, as far as that is known.
func itsName(h *hearing.Case) string {
	if h.Node.Name == explain.NoName {
		return "it"
	}
	return h.Node.Name
}

// orderTold is a finding of nothing that decides, where a person tells that something was taken away before the object.
func orderTold(h *hearing.Case, f hearing.Finding, lines []string, spoke bool) hearing.Finding {
	all := sentence.GoneBefore(lines, namesOf(h))
	at := slices.IndexFunc(all, func(s sentence.State) bool { return len(s.Said) <= longest && !acts.OfItself(h, &s) })
	if cause, _ := causeOf(h); at < 0 || sentence.SinceBack(lines) || cause > sentence.OtherCause || len(f.Foremost) > 0 || strings.Contains(f.Message, byText) || !h.GoesAlone() {
		return f
	}
	fact, thing := holder.AsTold(all[at].Said), called(all[at].Thing)
	f.Add(fact)
	if !strings.Contains(f.Message, fact.Words) {
		f.Message += "; " + thing + " went first" + byText + ": " + phrase.Quoted(fact.Words)
	}
	return next(f, spoke, explain.Tell("see in the log of "+h.HolderName()+" whether it looks for "+thing+", which went first"+byText+": if so, bring that back until this is through, or remove by hand what "+itsName(h)+" still stands for").For(explain.Mends))
}

// nothingThere is a wait for something with a name of which a person tells that nothing of it is there outside of the cluster:
// then that alone is let go, and what waits for it goes by itself.
func nothingThere(h *hearing.Case, f hearing.Finding, lines []string) hearing.Finding {
	said, name := sentence.NotListed(lines, func(word string) bool {
		return strings.Contains(word, "-") && word != h.Node.Name && slices.Contains(strings.FieldsFunc(f.Message, betweenNames), word)
	})
	if said == "" || len(said) > longest || !h.GoesAlone() {
		return f
	}
	fact := holder.AsTold(said)
	f.Add(fact)
	f.Steps = append(slices.Clone(f.Steps), explain.Tell("make sure that nothing is there of what "+name+" stands for, as is written beside it ("+phrase.Quoted(fact.Words)+"), and let go of that alone where it stays: "+itsName(h)+" then goes by itself").Then())
	return f
}

// betweenNames reports whether a letter stands between names.
func betweenNames(c rune) bool { return strings.ContainsRune(" /[](){},;:\"'", c) }

// neverMade is a finding with what is to be done where a person tells that nothing was ever made for the object.
func neverMade(h *hearing.Case, f hearing.Finding, lines []string, spoke bool) hearing.Finding {
	said := sentence.NeverMade(lines, namesOf(h), h.GoesAlone())
	if said == "" || len(said) > longest {
		return f
	}
	fact := holder.AsTold(said)
	f.Add(fact)
	see := explain.Tell("make sure where it would be that nothing was ever made for it" + byText + " (" + phrase.Quoted(fact.Words) + "): then nothing has to be deleted, and no retry helps; have its controller let go of this one object without deleting anything, where it has a switch for that, or else take this one finalizer off")
	return next(f, spoke, see.For(explain.Mends))
}

// goneFirst is a failure at what was taken away before, where a person tells so: that order is why it fails.
func goneFirst(h *hearing.Case, f hearing.Finding, lines []string) hearing.Finding {
	at, s := namedInFailure(h, &f, sentence.GoneBefore(lines, namesOf(h)))
	if !at || strings.Contains(f.Message, s.Said) {
		return f
	}
	if again, _ := namedInFailure(h, &f, sentence.BroughtBack(lines)); sentence.SinceBack(lines) && !again {
		return f // it may be another that is back, or its words are of now
	}
	fact := holder.AsTold(s.Said)
	f.Add(fact)
	f.Message += "; that " + called(s.Thing) + " went first is why, by what is written beside it: " + phrase.Quoted(fact.Words)
	return f
}

// backAgain is a failure at what a person tells to be there again: what it says may be of before.
func backAgain(h *hearing.Case, f hearing.Finding, lines []string) hearing.Finding {
	at, s := namedInFailure(h, &f, sentence.BroughtBack(lines))
	if !at || len(f.Foremost) > 0 {
		return f
	}
	fact := holder.AsTold(s.Said)
	f.Add(fact)
	see := explain.Look("see what it says by now: "+called(s.Thing)+" is there again"+byText+" ("+phrase.Quoted(fact.Words)+"), and its words may be of before; have "+h.HolderName()+" try again, as by an annotation that means nothing, or start it anew",
		h.View.Command(h.Node.Ref, "get", "-o", "yaml")...)
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
