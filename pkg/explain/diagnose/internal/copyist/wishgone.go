package copyist

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/holder"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// takeAway is how words ask that something be taken away, with what that is.
var takeAway = regex.New(`(?i)^(?:please )?(?:first )?(?:delete|remove|detach|destroy|uninstall|release|drop|terminate) (.+)`)

// wishGone is a finding of words that ask for something of a name to be taken away, of which a person tells that it is gone:
// nobody can do that any more. Where a finalizer of the object is called after it, whoever has put it there is gone as well.
func wishGone(h *hearing.Case, f hearing.Finding) (_ hearing.Finding, is bool) {
	wished := wishedAway(&f)
	if len(wished) == 0 || h.Node.Name == explain.NoName || h.Kind.IsUntyped() {
		return f, false
	}
	for _, s := range acts.StatesTold(h) {
		words := strings.Fields(s.Thing)
		name := words[len(words)-1]
		if s.Is != sentence.IsGone || !ownName(name) || !slices.Contains(wished, name) {
			continue
		}
		fact := holder.AsTold(s.Said)
		f.Add(fact)
		f.Message += "; but " + name + " is gone" + byText + ", and nobody can answer that: " + phrase.Quoted(fact.Words)
		f.Foremost = stepsWithout(h, name).Steps
		f.Steps = slices.Clone(f.Steps)
		if at := slices.IndexFunc(f.Steps, func(s explain.Step) bool { return s.Aim == explain.Mends }); at >= 0 {
			f.Steps[at].Text = "if it is there all the same, " + f.Steps[at].Text
		}
		return f, true
	}
	return f, false
}

// stepsWithout is what is to be done where what is to be taken away is gone: that is made sure of, and then its mark is taken off,
// or its controller looks again.
func stepsWithout(h *hearing.Case, name string) (n hearing.Notes) {
	mark := calledAfter(h, name)
	n.Do(explain.Look("make sure that "+name+" is gone, here and with what it stood for: its controller asks for what is done"+byText,
		"kubectl", "get", h.Kind.Type(), "-A").For(explain.Mends))
	if mark == "" {
		n.Do(explain.Tell("where it is gone, have " + h.HolderName() + " look again: change something on " + h.Node.Name + " that means nothing, as an annotation, or start that controller anew").Then())
		return n
	}
	others := ""
	if len(h.Object.GetFinalizers()) > 1 {
		others = " and keep the others"
	}
	n.Do(explain.Look("where it is gone, take just "+phrase.OneLine(mark)+" off"+others+": that finalizer is called after it, and nobody is left to take it off; this prints a plan and changes nothing",
		h.View.Command(h.Node.Ref, "finalizers", "remove", "--finalizer", mark)...).For(explain.Mends).Then())
	return n
}

// calledAfter is the finalizer of the object that ends in a name, empty where none does.
func calledAfter(h *hearing.Case, name string) string {
	if h.Object == nil {
		return ""
	}
	all := h.Object.GetFinalizers()
	at := slices.IndexFunc(all, func(finalizer string) bool {
		before, is := strings.CutSuffix(finalizer, name)
		return is && before != "" && strings.ContainsRune("./_:", rune(before[len(before)-1]))
	})
	if at < 0 {
		return ""
	}
	return all[at]
}

// ownName reports whether a word is the name of one thing, and no plain word.
func ownName(word string) bool {
	return len(word) > 3 && strings.ContainsAny(word, "-0123456789") && strings.ToLower(word) == word
}

// wishedAway are the words by which a finding names what is to be taken away.
func wishedAway(f *hearing.Finding) (named []string) {
	for _, e := range f.Evidence {
		if e.Words == "" || !strings.Contains(f.Message, phrase.Quoted(e.Words)) {
			continue
		}
		if m := takeAway.FindStringSubmatch(sentence.Requests(e.Words)); m != nil {
			named = append(named, strings.FieldsFunc(m[1], betweenNames)...)
		}
		for _, w := range sentence.Waits(e.Words, func(string) bool { return false }) {
			for _, one := range w.Names {
				if w.For == sentence.Gone && one.Name != "" {
					named = append(named, one.Name)
				}
			}
		}
	}
	return named
}
