package copyist

import (
	"context"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// longest is how long a sentence is that an answer quotes.
const longest = 240

// byText is on what a step rests that does by what a person writes.
const byText = ", by what is written beside it"

// Because is a finding with the reason that a person has written beside the object, where it is the only one that goes,
// and with the release that is said to mend it.
func Because(_ context.Context, h *hearing.Case, f hearing.Finding) hearing.Finding {
	if !h.View.Copied || !h.GoesAlone() || !h.Node.State.Going() {
		return f
	}
	f, is := stated(h, f)
	if !is {
		f = reasoned(h, f)
	}
	if said := sentence.Release(holder.Prose(h)); said != "" && len(said) <= longest && f.Verdict != explain.Progressing {
		fact := holder.AsTold(said)
		f.Mend("where an older release runs, run one that mends it" + byText + ": " + phrase.Quoted(fact.Words))
	}
	return ended(h, notWanted(h, doneBefore(h, accounted(h, f))))
}

// ended is a finding of what is gone by now, as a person writes: whether that is so is seen first, and nothing else is to be
// done then.
func ended(h *hearing.Case, f hearing.Finding) hearing.Finding {
	said := acts.EndedNow(h)
	if said == "" {
		return f
	}
	fact := holder.AsTold(said)
	f.Add(fact)
	f.Verdict = explain.Undecided
	f.Message = "it is gone by now" + byText + ": " + phrase.Quoted(fact.Words) + "; before that, " + f.Message
	see := explain.Look("see whether it is gone: then nothing is left to be done", h.View.Command(h.Node.Ref, "get")...).For(explain.Mends)
	f.Foremost = append([]explain.Step{see}, f.Foremost...)
	return f
}

// reasoned is a finding with that reason. What it means leads the steps where nothing else is certain, and decides nothing.
func reasoned(h *hearing.Case, f hearing.Finding) hearing.Finding {
	cause, said := causeOf(h)
	if cause == sentence.NoCause || len(said) > longest || cause == sentence.UninstalledFirst && f.Reason != explain.ContentRemains {
		return f
	}
	fact := holder.AsTold(said)
	if !slices.ContainsFunc(f.Evidence, func(e explain.Evidence) bool { return e.Words == fact.Words }) {
		f.Add(fact)
	}
	var steps hearing.Notes
	// What the words of the cluster say already, they say better.
	same := cause == sentence.NotStored && sentence.UpdateRefused(f.Message) || cause == sentence.EndedByHand && saysOf(f, failure.DoneAlready)
	if !same {
		steps = helps(h, cause, fact.Words)
	}
	if f.Verdict != explain.Undecided && f.Verdict != explain.Waiting || cause == sentence.OtherCause && strings.Contains(f.Message, `"`) {
		f.Steps = append(f.Steps, steps.Steps...)
		if untold(f) {
			f.Message += "; why, whoever copied it says: " + phrase.Quoted(fact.Words)
		}
		return f // somebody else says more of it
	}
	f.Steps = append(steps.Steps, f.Steps...)
	if cause == sentence.UninstalledFirst {
		return f // what is left tells more
	}
	f.Message += "; whoever copied it says: " + phrase.Quoted(fact.Words)
	return f
}

// untold reports whether the failure that decides says no more than that something has failed.
func untold(f hearing.Finding) bool {
	return slices.ContainsFunc([]string{failure.CauseUntold, failure.CommandFailed}, func(sort string) bool {
		return strings.Contains(f.Message, sort) && saysOf(f, sort)
	})
}

// saysOf reports whether the words of a failure tell of one of this sort.
func saysOf(f hearing.Finding, sort string) bool {
	return f.Reason == explain.Failing && slices.ContainsFunc(f.Evidence, func(e explain.Evidence) bool {
		m := failure.Of(e.Words)
		return e.Words != "" && m != nil && m.Name == sort
	})
}

// reasonTold is why something stays and in which sentence that is told, whatever is asked about.
type reasonTold struct {
	cause sentence.Cause
	said  string
}

// causeOf is why a person writes that the object stays, in which sentence. Of a namespace it tells something that anything
// was uninstalled, as whatever ran there may have to take finalizers off there.
func causeOf(h *hearing.Case) (cause sentence.Cause, said string) {
	told := hearing.Once(h, func() (r reasonTold) {
		r.cause, r.said = sentence.Because(holder.Prose(h))
		return r
	})
	cause, said = told.cause, told.said
	if cause > sentence.OtherCause || !h.Kind.IsNamespace() {
		if cause == sentence.UninstalledFirst && !h.Kind.IsNamespace() {
			return sentence.NoCause, ""
		}
		return cause, said
	}
	if standing, words := sentence.StandingOf(holder.Standings(h), func(string) bool { return true }); standing == sentence.Away {
		return sentence.UninstalledFirst, words
	}
	return cause, said
}

// helps is what is to be done where it is as a person writes.
func helps(h *hearing.Case, cause sentence.Cause, said string) (n hearing.Notes) {
	switch cause {
	case sentence.MadeAgain:
		n.Mend("stop for the moment what makes it, or something of it, again while it goes" + byText + "; or run a release of that which makes nothing for what is being deleted")
	case sentence.NotStored:
		n.Join(seeWhoRefuses(h, byText))
	case sentence.EndedByHand:
		n.Mend("check where it was that nothing of it is left, since somebody has deleted it there" + byText + "; if so, see why " + h.HolderName() + " does not notice")
	case sentence.DefinitionGone:
		if h.Kind.MayBeCustom() && h.Kind.Resource != "" {
			n.Do(explain.Look("see whether the definition of its kind is there, which was deleted"+byText+": without it nobody can read or change this object; apply it again, so that its controller can clean up",
				"kubectl", "get", "crd", h.Kind.Resource+"."+h.Kind.Group).For(explain.Mends))
		}
	case sentence.UninstalledFirst:
		n.Mend("if what was uninstalled has to take off the finalizers of what is left, run it again from another namespace, as nothing can be made in this one, until these objects are gone; by what is written beside it: " + phrase.Quoted(said))
	case sentence.NoCause, sentence.OtherCause:
	}
	return n
}

// seeWhoRefuses looks for what is asked about an update of the kind.
func seeWhoRefuses(h *hearing.Case, by string) (n hearing.Notes) {
	n.Do(explain.Look("see which webhooks are asked about updates of "+h.Kind.Type()+", since the update is refused that takes the finalizer off"+by+"; mend what it is refused for",
		"kubectl", "get", "mutatingwebhookconfigurations,validatingwebhookconfigurations", "-o", "yaml").For(explain.Mends))
	return n
}
