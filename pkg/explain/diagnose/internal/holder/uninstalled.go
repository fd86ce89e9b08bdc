package holder

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/acts"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
)

// uninstalledBeside is the command that was copied beside the object and has taken its holder off the cluster; false
// where there is none, or where a later one, or somebody, has brought it back. Surely says that it names the holder.
func uninstalledBeside(h *hearing.Case) (last sentence.Install, surely, is bool) {
	if !h.View.Copied || h.Holder.BuiltIn || h.Health == explain.Running {
		return last, false, false
	}
	last, is = sentence.InstalledLast(h.View.Logs.Aside.Texts(), func(i *sentence.Install) bool { return ofHolder(h, i) })
	if told, _ := ToldBeside(h); !is || !last.Off || told > sentence.Away {
		return last, false, false
	}
	return last, h.Holder.Sure() && (asDocumented(h, &last) || inOwnHome(h, &last) || slices.ContainsFunc(last.Program, func(name string) bool { return isOfHolder(h, name) })), true
}

// ToldBeside is what a person writes beside the object of the program that has to act, as far as that is surely the
// one that is meant, and in which sentence.
func ToldBeside(h *hearing.Case) (s sentence.Standing, said string) {
	if !h.View.Copied || h.Holder.BuiltIn || !h.GoesAlone() {
		return s, said
	}
	if s, said = sentence.StandingOf(Standings(h), func(words string) bool { return IsCalled(h, words) }); s != sentence.Untold {
		return s, said
	}
	if said = acts.HolderToldAway(h); said != "" {
		return sentence.Away, said
	}
	return s, ""
}

// Prose is what a person writes beside the object, without what was copied.
func Prose(h *hearing.Case) string {
	return sight.Memory[memory](h.View).prose.Get("", func() string { return sentence.ProseIn(h.View.Logs.Aside.Texts()) })
}

// Standings are the sentences there that tell of any program whether it is there.
func Standings(h *hearing.Case) []string {
	return sight.Memory[memory](h.View).standings.Get("", func() []string { return sentence.StandingsIn(Prose(h)) })
}

// IsCalled reports whether words before operator or controller are of the holder, or none that would tell it from
// another one.
func IsCalled(h *hearing.Case, words string) bool {
	own := strings.FieldsFunc(strings.ToLower(h.Kind.Kind+"."+h.Kind.Group+"."+h.Finalizer), func(c rune) bool { return c == '.' || c == '/' })
	return !slices.ContainsFunc(strings.FieldsFunc(words, func(c rune) bool { return c == ' ' || c == '-' }), func(word string) bool {
		word = strings.ToLower(word)
		return !isOfHolder(h, word) && !slices.Contains(own, word)
	})
}

// toldAway is the outcome where a person writes that the holder does not run any more, and nothing else is known of
// why it does not act.
func toldAway(h *hearing.Case, said string) (f hearing.Finding) {
	standing, words := ToldBeside(h)
	if standing != sentence.Away || h.Health == explain.Running {
		return f
	}
	name := nameOf(h)
	domain, _, qualified := strings.Cut(h.Finalizer, "/")
	again := name
	if h.Holder.Name == "" && qualified {
		again += ", whose finalizers begin with " + domain + ","
	}
	f.Join(acts.Reinstall(h, "", again, ", so that it can clean up"))
	f.Join(PlanRemoval(h))
	fact := AsTold(words)
	f.Add(fact)
	if !strings.Contains(said, fact.Words) && len(fact.Words) <= longestQuoted {
		said = ": " + phrase.Quoted(fact.Words) + said
	}
	verdict := explain.Undecided
	if h.Holder.Sure() && acts.HolderToldAway(h) != "" { // it is called by its name
		verdict = explain.Stuck
	}
	return f.Decide(verdict, explain.HolderMissing, name+" does not run any more, by what is written beside it"+said)
}

// nameOf is what the holder is called, as far as it is likely.
func nameOf(h *hearing.Case) string {
	if h.Holder.Confidence != explain.Possible && h.Holder.Name != "" {
		return h.HolderName()
	}
	return "its controller"
}

// longestQuoted is how long a sentence of a person is that an answer begins with.
const longestQuoted = 100

// TextBeside is where stands what a person has written beside the object, LogBeside what a program has printed.
const (
	TextBeside = "text written beside it"
	LogBeside  = "log copied beside it"
)

// AsTold is a sentence of a person as evidence.
func AsTold(words string) explain.Evidence {
	words = redact.Text(phrase.OneLine(words))
	return explain.Evidence{Kind: explain.Said, Source: TextBeside, Fact: words, Words: words, Weak: true}
}

// ofHolder reports whether a command is of the holder: of a program, a namespace or a workload that is called as it
// is documented, or after its project or the group of the kind; or of no name, where one object goes that has a
// controller of its own. What is called after the kind may be what has made the object.
func ofHolder(h *hearing.Case, i *sentence.Install) bool {
	own := strings.ToLower(h.Kind.Kind)
	called := func(name string) bool {
		if name = strings.ToLower(name); name == own || name+"cluster" == own || name+"instance" == own {
			return false
		}
		words := slices.DeleteFunc(strings.Split(name, "-"), func(word string) bool { return commonName(word) || word == "system" })
		return isOfHolder(h, name) || len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool {
			return !isOfHolder(h, word) && !slices.Contains(tellingWords(h.Kind.Group), word)
		})
	}
	switch {
	case asDocumented(h, i):
		return true
	case i.Namespace != "":
		return strings.HasSuffix(i.Namespace, "-system") && called(i.Namespace)
	case i.Workload != "":
		return called(i.Workload)
	case len(i.Program) > 0:
		return slices.ContainsFunc(i.Program, called) || inOwnHome(h, i)
	}
	return h.Kind.MayBeCustom() && h.GoesAlone()
}

// inOwnHome reports whether a release of helm was in a namespace that is the holder's alone, as the catalogue has it: what
// the release is called anybody chooses.
func inOwnHome(h *hearing.Case, i *sentence.Install) bool {
	first, _, _ := strings.Cut(i.In, "-")
	return strings.HasSuffix(i.In, "-system") && first != "kube" && slices.Contains(h.Entry.Controller.Namespaces, i.In)
}

// asDocumented reports whether a command is of a namespace or of a workload of the holder, as the catalogue has them.
func asDocumented(h *hearing.Case, i *sentence.Install) bool {
	c := h.Entry.Controller
	return i.Namespace != "" && slices.Contains(c.Namespaces, i.Namespace) && i.Namespace != "kube-system" ||
		i.Workload != "" && slices.ContainsFunc(c.Workloads, func(w string) bool { _, name, _ := strings.Cut(w, "/"); return name == i.Workload })
}

// isOfHolder reports whether a program or a release is called after the holder or its project.
func isOfHolder(h *hearing.Case, name string) bool {
	name = strings.ToLower(name)
	if len(name) < 3 || strings.HasPrefix(name, "-") || commonName(name) || slices.Contains(dullWords, name) {
		return false
	}
	return slices.ContainsFunc(strings.Fields(strings.ToLower(h.Entry.Project+" "+h.Holder.Name)), func(word string) bool { return word == name })
}

// TakenOff is told where what was copied beside an object tells that its holder is not there any more: a command, a person,
// or a table. Said is told behind that.
func TakenOff(h *hearing.Case, said string) hearing.Finding {
	if i, surely, is := uninstalledBeside(h); is {
		return uninstalled(h, &i, surely, said)
	}
	if gone := toldAway(h, said); gone.Decided() {
		return gone
	}
	return shownAbsent(h, said)
}

// uninstalled is the outcome where a command that was copied has taken the holder away.
func uninstalled(h *hearing.Case, i *sentence.Install, surely bool, said string) (f hearing.Finding) {
	words, verdict, name := redact.Text(i.Words), explain.Undecided, "its controller"
	if h.Holder.Sure() {
		name = h.HolderName()
	}
	if surely {
		verdict = explain.Stuck
	}
	f.Fact("command copied beside it", words)
	f.Join(acts.Reinstall(h, "", name, ", so that it can clean up before it is uninstalled"))
	if i.Chart != nil && len(f.Steps) > 0 {
		f.Steps[0].Command, f.Steps[0].Effect = append([]string{"helm"}, i.Chart...), explain.Starts
	}
	f.Join(PlanRemoval(h))
	return f.Decide(verdict, explain.HolderMissing, name+" was uninstalled, by what was copied beside it: "+words+said)
}
