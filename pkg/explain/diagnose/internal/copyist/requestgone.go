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
)

// requestGone is a request that is refused as wrong and names something of which a person tells that it is gone: no field
// is to be mended then. What its controller works by is nothing of the kind, nor is what holds more than this object. So it is
// with one for what bears no name, even where nothing tells when it was refused.
func requestGone(h *hearing.Case, f hearing.Finding) (_ hearing.Finding, is bool) {
	if m := failure.Of(f.Message); f.Reason != explain.Failing && f.Verdict != explain.Undecided || m == nil || m.Name != failure.NotValid {
		return f, false
	}
	for _, name := range hearing.NamesOutside(h) {
		if hearing.NoName.MatchString(name) && strings.Contains(f.Message, name) {
			return goneThere(h, f, "anything is left of what "+itsName(h)+" stands for: "+phrase.Quoted(name)+" is no name that anything can have been made under, and no retry helps",
				"if something is left, remove it by hand there; do not give the object the name of something else, which its controller would delete then"), true
		}
	}
	if f.Reason != explain.Failing {
		return f, false
	}
	named := strings.FieldsFunc(f.Message, betweenNames)
	for _, s := range acts.StatesTold(h) {
		name := lastWord(s.Thing)
		if s.Is != sentence.IsGone || s.Asked || !ownName(name) || !slices.Contains(named, name) || acts.HoldsMuch(name) || program.MatchString(s.Thing) || strings.Contains(acts.AccountOf(h), name) {
			continue
		}
		fact := holder.AsTold(s.Said)
		f.Add(fact)
		f.Message += "; " + name + " is gone" + byText + ": " + phrase.Quoted(fact.Words)
		return goneThere(h, f, "anything is left of what "+itsName(h)+" stands for: its request names "+name+", which is gone"+byText+", and no retry helps",
			"if something is left, bring "+name+" back until this is through, where that can be, or remove by hand there what is left"), true
	}
	return f, false
}

// EndedOnly is a failure that tells no more than how a command ended, where somebody says that nothing is left of what the
// object stands for: whether that is so tells more than what the command has printed.
func EndedOnly(h *hearing.Case, f hearing.Finding, nothingLeft *explain.Cost) hearing.Finding {
	if nothingLeft == nil || !h.View.Copied || !h.GoesAlone() || !strings.Contains(f.Message, "("+failure.CommandFailed+")") || !saysOf(f, failure.CommandFailed) || len(f.Foremost) > 0 {
		return f
	}
	return goneThere(h, f, "what "+itsName(h)+" stands for is there at all: "+nothingLeft.Contrary,
		"if it is there, or nobody answers there, see what the command has printed, which its controller's log has or the log of the pod in which it ran")
}

// goneThere is a finding by which nothing may be left of what the object stands for: that is made sure of first, and then its
// holder lets it go.
func goneThere(h *hearing.Case, f hearing.Finding, whether, otherwise string) hearing.Finding {
	var n hearing.Notes
	n.Mend("look, where it is kept, whether " + whether)
	letting := acts.LetItGo(h)
	if len(letting.Steps) > 0 {
		letting.Steps[0].Text = "if nothing is left, " + letting.Steps[0].Text
	}
	n.Join(letting)
	f.Foremost = n.Steps
	f.Steps = withoutActs(f.Steps)
	f.Mend(otherwise)
	return f
}

// withoutActs are the steps that neither mend nor wait.
func withoutActs(steps []explain.Step) []explain.Step {
	return slices.DeleteFunc(slices.Clone(steps), func(s explain.Step) bool { return s.Aim == explain.Mends || s.Aim == explain.Waits })
}

// lastWord is the last word of what a thing is called, without the marks around it.
func lastWord(thing string) string {
	words := strings.Fields(thing)
	return strings.Trim(words[len(words)-1], "`\"'.,")
}
