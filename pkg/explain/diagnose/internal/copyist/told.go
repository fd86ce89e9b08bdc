package copyist

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// stated is a finding with what follows from how things are by the words of a person: which of the usual causes it is, that
// what a failure is about is gone, or that what does not answer was taken away. Is says that something follows.
func stated(h *hearing.Case, f hearing.Finding) (_ hearing.Finding, is bool) {
	for _, gone := range []func(*hearing.Case, hearing.Finding) (hearing.Finding, bool){wishGone, usersGone, requestGone} {
		if f, is = gone(h, f); is {
			return f, true
		}
	}
	switch {
	case f.Reason == explain.DiscoveryFails:
		return backendGone(h, f)
	case f.Reason == explain.Failing:
		return lookedForGone(h, f)
	case f.Verdict != explain.Undecided || f.Reason == explain.HolderMissing || h.Health == explain.Running:
		return f, false
	}
	told, is := acts.ToldCause(h)
	if !is {
		return ownerGone(h, f)
	}
	fact := holder.AsTold(told.Said)
	f.Add(fact)
	f.Foremost = stepsFor(h, &told, told.Tells).Steps
	f.Message = h.HolderName() + " is kept from it by this, as is written beside it (" + phrase.Quoted(fact.Words) + "): " + told.Tells
	if told.Surely && told.Is != sentence.IsDown {
		f.Verdict, f.Reason = explain.Stuck, explain.PrerequisiteGone
		if told.Is == sentence.IsOff {
			f.Reason = explain.Excluded
		}
	}
	return f, true
}

// stepsFor is what is to be done where a cause is told of.
func stepsFor(h *hearing.Case, told *acts.CauseTold, cause string) (n hearing.Notes) {
	switch {
	case told.Is == sentence.IsOff:
		n.Mend("switch " + called(told.Thing) + " on again, at least until this is gone, as it was switched off" + byText + ": " + cause)
	case told.Is == sentence.IsDown:
		n.Mend("see to this first, which is so" + byText + ": " + cause)
	case !strings.Contains(cause, "nobody takes it off") && program.MatchString(told.Thing):
		n.Mend("install " + called(told.Thing) + ", which is not there" + byText + ", until this is gone: " + cause)
	case told.Surely && !strings.Contains(cause, "nobody takes it off"):
		n.Mend("make " + called(told.Thing) + " again, if that can be, until this is gone, as it is not there" + byText + ": " + cause)
	default:
		n.Mend("make sure of this, which is so" + byText + ": " + cause)
		if strings.Contains(cause, "nobody takes it off") {
			n.PlanRemoval(h, "once that is certain, see what taking the finalizer off would do")
		}
	}
	return n
}

// called is how a thing is called in a sentence: what has a name of its own without an article.
func called(thing string) string {
	if !strings.Contains(thing, " ") && (strings.ToLower(thing) != thing || strings.ContainsAny(thing, "-.")) {
		return thing
	}
	return "the " + thing
}

// program is a thing that is installed.
var program = regex.New(`(?i)\b(?:operator|controller|manager|provisioner|driver|plugin|agent|provider|webhook|server)s?$`)

// notFound is how an error says that something is not there.
var notFound = regex.New(`(?i)\bnot found\b|\bnotfound\b|\bno matching\b|\b(?:does|do) not exist\b|\bno such\b|\b404\b|\bdoesn't exist\b|\bunknown \w`)

// keyOfCluster is how an error says that the kubeconfig of a cluster is not there, by which nobody reaches one that is gone.
var keyOfCluster = regex.New(`(?i)\bsecrets? \\*"[a-z0-9.-]*kubeconfig[a-z0-9.-]*\\*" not found\b`)

// lookedForGone is a failure at something that is not there, of which a person tells that it was deleted: to try again
// does not help.
func lookedForGone(h *hearing.Case, f hearing.Finding) (_ hearing.Finding, is bool) {
	if !notFound.MatchString(f.Message) || sentence.OutsideGone(f.Message) {
		return f, false // what it stands for itself is not made again
	}
	failed := phrase.WordsOf(f.Message)
	for _, s := range acts.StatesTold(h) {
		heads := s.Heads()
		if by, _ := sentence.Because(s.Said); by == sentence.EndedByHand || s.Is != sentence.IsGone || !slices.ContainsFunc(heads, func(head []string) bool {
			return len(head) == 1 && len(head[0]) > 2 && slices.Contains(failed, head[0])
		}) {
			continue
		}
		noun, _ := failure.Missing(f.Message)
		holds := noun != "" && acts.HoldsMuch(s.Thing)
		if holds && !slices.ContainsFunc(heads, func(head []string) bool {
			return len(head) == 1 && (head[0] == noun || head[0] == "cluster" && keyOfCluster.MatchString(f.Message))
		}) {
			continue // the secret of a server
		}
		words := f.Message
		f.Add(holder.AsTold(s.Said))
		f.Message += "; to try again does not help while " + called(s.Thing) + " is gone" + byText
		if holds && acts.WentAlong(h, words) {
			n := acts.GoneWithIt(h, called(s.Thing), byText)
			f.Foremost, f.Steps = n.Steps, withoutActs(f.Steps)
			return f, true
		}
		var n hearing.Notes
		if holds {
			n.Mend("see whether " + acts.WhatStays(h, words) + " is left where it was, and remove that there by hand, or take out of " + h.Node.Name + " what looks for " + called(s.Thing) + ": that was deleted" + byText + ", " + h.HolderName() + " does not get past it, and what was to go may be there still")
			f.Foremost = n.Steps
			return f, true
		}
		n.Mend("make " + called(s.Thing) + " again for as long as this takes, or take out of " + h.Node.Name + " what looks for it: it was deleted" + byText + ", and " + h.HolderName() + " does not get past that; where neither can be done, delete by hand what " + h.Node.Name + " still stands for")
		f.Foremost = n.Steps
		return f, true
	}
	return f, false
}

// backendGone is an API that does not answer, where a person tells that what serves it was taken away: then its
// registration is what is left.
func backendGone(h *hearing.Case, f hearing.Finding) (_ hearing.Finding, is bool) {
	at := slices.IndexFunc(f.Steps, func(s explain.Step) bool { return s.Aim == explain.Guarded && s.Effect == explain.Deletes })
	m := groupVersion.FindStringSubmatch(f.Message)
	if at < 0 || m == nil {
		return f, false
	}
	project := h.View.Catalogue.ProjectOf(m[1])
	for _, s := range acts.StatesTold(h) {
		if s.Is != sentence.IsGone || !acts.Serves(&s, project) {
			continue
		}
		fact := holder.AsTold(s.Said)
		f.Add(fact)
		f.Message += "; " + project + ", which serves it, was taken away" + byText + ": " + phrase.Quoted(fact.Words)
		f.Steps = slices.Clone(f.Steps)
		for i := range f.Steps {
			if i == at {
				f.Steps[i].Aim = explain.Mends
			} else if f.Steps[i].Aim == explain.Mends {
				f.Steps[i].Aim = explain.Guarded // it is not wanted back
			}
		}
		return f, true
	}
	return f, false
}

// groupVersion is a group of APIs with a version of it.
var groupVersion = regex.New(`\b([a-z0-9-]+(?:\.[a-z0-9-]+)+)/v\d\w*\b`)

// ownerGone is that an owner of the object is gone by what a person tells.
func ownerGone(h *hearing.Case, f hearing.Finding) (_ hearing.Finding, is bool) {
	if h.Object == nil {
		return f, false
	}
	for _, s := range acts.StatesTold(h) {
		for _, o := range h.Object.GetOwnerReferences() {
			joined := phrase.SingularOf(strings.Join(phrase.WordsOf(s.Thing), ""))
			if s.Is != sentence.IsGone || joined != strings.ToLower(o.Kind) {
				continue
			}
			owner := o.Kind + " " + phrase.OneLine(o.Name)
			fact := holder.AsTold(s.Said)
			f.Add(fact)
			f.Message = h.HolderName() + " has to take it off; " + owner + ", which it belongs to, is gone" + byText + ": " + phrase.Quoted(fact.Words)
			var n hearing.Notes
			n.Mend("make sure that " + owner + " is gone" + byText + ", and see in the log of " + h.HolderName() + " whether it looks for that: what it reads there does not come back")
			f.Foremost = n.Steps
			return f, true
		}
	}
	return f, false
}
