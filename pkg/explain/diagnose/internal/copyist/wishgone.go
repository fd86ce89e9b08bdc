package copyist

import (
	"cmp"
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

// takeAway is how words ask that one thing be taken away, with what that is: nothing that only is in another one, or of it.
var takeAway = regex.New("(?i)^(?:please )?(?:first )?(?:delete|remove|detach|destroy|uninstall|release|drop|terminate) (?:the |its |this |that )?((?:[\"'`]?[\\w./-]+[\"'`]?:? ){0,3}?[\"'`]?[\\w./-]*\\w[\"'`]?)(?:[.!]*$| \\.|\\. | (?:to|in|of|from|on|by|for|with|at|first|before|manually|please|so)\\b)")

// wish is something that words ask to be taken away: its name, and the noun before that, if there is one.
type wish struct{ noun, name string }

// wishGone is a finding of words that ask for something of a name to be taken away, of which a person tells that it is gone:
// then nobody can do that any more.
func wishGone(h *hearing.Case, f hearing.Finding) (_ hearing.Finding, is bool) {
	if h.Node.Name == explain.NoName || h.Kind.IsUntyped() {
		return f, false
	}
	wished := wishedAway(h, &f)
	if wished == nil {
		return f, false
	}
	for _, s := range acts.StatesTold(h) {
		told := wishOf(s.Thing)
		if s.Is != sentence.IsGone || told == nil || told.name != wished.name || !agree(h, wished.noun, told) || !surelyGone(h, &s, told.name) {
			continue
		}
		fact := holder.AsTold(s.Said)
		f.Add(fact)
		f.Message += "; but " + told.name + " is gone" + byText + ", and if so, nobody can answer that: " + phrase.Quoted(fact.Words)
		f.Steps = slices.Clone(f.Steps)
		if at := onlyWhere(f.Steps, "if it is there all the same, "); at >= 0 {
			f.Steps[at].Aim = explain.Guarded
		}
		f.Foremost = stepsWithout(h, told.name, cmp.Or(wished.noun, told.noun)).Steps
		return f, true
	}
	return f, false
}

// agree reports whether what is told of may be what is asked for, by the nouns for both. Where only a name is asked for, the
// noun has to be that of a kind, or a part of that name or of the finalizer that is called after it. A pod is started anew.
func agree(h *hearing.Case, asked string, told *wish) bool {
	switch {
	case strings.EqualFold(told.noun, "pod") || strings.EqualFold(asked, "pod"):
		return false
	case told.noun == "" || strings.EqualFold(told.noun, asked):
		return true
	}
	kind := acts.KindMeant(h, told.noun)
	if asked != "" {
		return kind.Kind != "" && kind == acts.KindMeant(h, asked)
	}
	return kind.Kind != "" || slices.Contains(phrase.WordsOf(told.name+" "+calledAfter(h, told.name)), strings.ToLower(told.noun))
}

const (
	// when is what may stand beside it that something is gone, and changes nothing of that.
	when = `(?: (?:already|successfully|completely|now|long|manually|since|also|too|any ?more|any longer|yesterday|today|earlier|before|recently|by hand|last \w+|(?:\w+ )?(?:minute|hour|day|week)s? ago|in the (?:cloud|cluster)))*`
	// took is that it was taken away.
	took = `(?:gone|deleted|removed|uninstalled|destroyed|terminated|decommissioned|torn down)`
)

var (
	// goneNow is how a sentence goes on behind the name of what is gone, and not only gone from a list or from another place.
	goneNow = regex.New(`(?i)^(?: (?:(?:is|was|got|(?:has|had)` + when + ` been)` + when + ` ` + took + `|(?:does not|doesn't|no longer) exists?|is not there))?` + when + `(?:$|[.,;:!)]| (?:and|but|so|yet|though|because)\b)`)
	// goesOn is how a clause tells that something is there, or hangs; clause is where one begins.
	goesOn = regex.New(`(?i)(?:\b(?:is|are|was|were|has|have|keeps?) )*\b(?:still|remain\w*|terminating|again|back|hang\w*|stuck|stays?)\b`)
	clause = regex.New(`(?i)[,;:.!]| (?:and|but|so|yet|though|although|while|because)\b`)
)

// surelyGone reports whether a sentence tells of a name, and of nothing that has to do with it, that it is gone from here, and
// nothing goes on by it but the object and its finalizer.
func surelyGone(h *hearing.Case, s *sentence.State, name string) bool {
	_, behind, _ := strings.Cut(unmarked.Replace(s.Said), name)
	if !s.IsSo() || !goneNow.MatchString(behind) {
		return false
	}
	return !slices.ContainsFunc(clause.Split(behind, -1), func(said string) bool {
		at := goesOn.FindStringIndex(said)
		return at != nil && !strings.Contains(said[:at[0]], "finalizer") && !acts.NamesIt(h, said[:at[0]])
	})
}

// unmarked is a sentence without what marks words.
var unmarked = strings.NewReplacer("’", "'", "`", "", `"`, "", "*", "")

// stepsWithout is what is to be done where what is to be taken away is gone: that is made sure of, and then its controller looks
// again. The finalizer that is called after it comes off only where that does not do it, and nothing of the kind is left.
func stepsWithout(h *hearing.Case, name, noun string) (n hearing.Notes) {
	mark := calledAfter(h, name)
	kind := acts.KindMeant(h, noun)
	if kind.Kind == "" {
		kind = acts.KindMeant(h, kindOfMark(h, mark))
	}
	sure := "make sure that " + name + " is gone, here and with what it stood for: its controller asks for what is done" + byText
	again := "have " + h.HolderName() + " look again: change something on " + h.Node.Name + " that means nothing, as an annotation, or start that controller anew"
	var list []string
	if kind.Kind != "" {
		list = []string{"kubectl", "get", h.View.TypeOf(kind.Group, kind.Kind), "-A"}
	}
	if mark == "" || list == nil {
		n.Do(explain.Look(sure, list...).For(explain.Mends))
		n.Do(explain.Tell("where it is gone, " + again).Then())
		return n
	}
	others := ""
	if len(h.Object.GetFinalizers()) > 1 {
		others = ", and keep the others"
	}
	n.Do(explain.Look(sure+"; then "+again, list...).For(explain.Mends))
	n.Do(explain.Look("only where "+name+" is gone, and "+phrase.OneLine(mark)+" stays all the same, see what taking just that off would do"+others+": it is called after it; ask its controller first where that runs; this prints a plan and changes nothing",
		h.View.Command(h.Node.Ref, "finalizers", "remove", "--finalizer", mark)...).For(explain.Guarded))
	return n
}

// nameFollows is how the catalogue tells after what a finalizer is called.
var nameFollows = regex.New(`\bthe ([A-Z]\w+) whose name follows\b`)

// kindOfMark is the kind of what a finalizer is called after, by the catalogue.
func kindOfMark(h *hearing.Case, mark string) string {
	entry, _ := h.View.Catalogue.Entry(h.Kind, mark)
	if m := nameFollows.FindStringSubmatch(entry.WaitsFor); m != nil {
		return m[1]
	}
	return ""
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

// wishedAway is the one thing that words of a finding ask to be taken away; nil where that are several, or none has a name.
func wishedAway(h *hearing.Case, f *hearing.Finding) *wish {
	for _, e := range f.Evidence {
		if e.Words == "" || !strings.Contains(f.Message, phrase.Quoted(e.Words)) {
			continue
		}
		if asked := sentence.Requests(e.Words); asked != "" {
			if m := takeAway.FindStringSubmatch(asked); m != nil {
				return wishOf(m[1])
			}
			return nil
		}
		all := sentence.Waits(e.Words, func(word string) bool { return acts.KindMeant(h, word).Kind != "" })
		if len(all) == 1 && all[0].For == sentence.Gone && len(all[0].Names) == 1 && all[0].Names[0].Name != "" {
			before, _, _ := strings.Cut(all[0].Text, all[0].Names[0].Name)
			return wishOf(before + all[0].Names[0].Name)
		}
	}
	return nil
}

// nameless are words before a name that tell nothing of what it is the name of.
var nameless = strings.Fields("for on until the its this that a custom resource object instance item cr")

// wishOf is what words end in: a name, and the noun before it.
func wishOf(words string) *wish {
	fields := strings.FieldsFunc(words, betweenNames)
	if len(fields) == 0 || !ownName(fields[len(fields)-1]) {
		return nil
	}
	w := wish{name: fields[len(fields)-1]}
	fields = slices.DeleteFunc(fields[:len(fields)-1], func(word string) bool { return slices.Contains(nameless, strings.ToLower(word)) })
	if len(fields) > 0 {
		w.noun = phrase.SingularOf(fields[len(fields)-1])
	}
	return &w
}
