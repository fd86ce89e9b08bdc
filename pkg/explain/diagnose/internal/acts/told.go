package acts

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// StatesTold are the states of things that a person tells of beside the one object that goes, but not of that itself:
// that it was deleted is what is asked about. Whether a program is there of which no name is told is told otherwise, and who
// deletes a pod starts it anew.
func StatesTold(h *hearing.Case) []sentence.State {
	if !h.View.Copied || !h.GoesAlone() {
		return nil
	}
	all := hearing.Once(h, func() []sentence.State {
		all := sentence.StatesIn(h.View.Logs.Aside.Texts())
		return all[max(len(all)-mostTold, 0):]
	})
	return slices.DeleteFunc(slices.Clone(all), func(s sentence.State) bool {
		return len(s.Said) > mostSaid || OfItself(h, &s) || onlyA(&s, programs) || slices.ContainsFunc(s.Heads(), func(head []string) bool { return strings.Join(head, "") == "pod" })
	})
}

// EndedNow is the sentence in which a person tells last that the one object that goes is gone by now, empty where none does.
func EndedNow(h *hearing.Case) (said string) {
	if !h.View.Copied || !h.GoesAlone() {
		return ""
	}
	for _, s := range sentence.EndedNow(h.View.Logs.Aside.Texts()) {
		if OfItself(h, &s) && len(s.Said) <= mostSaid {
			said = s.Said
		}
	}
	return said
}

const (
	mostSaid = 240 // letters of a sentence that an answer quotes
	mostTold = 128 // states of which any is heeded: the last ones, which tell what is so now
)

// OfItself reports whether a thing is the object, or called after its kind.
func OfItself(h *hearing.Case, s *sentence.State) bool {
	words := strings.Fields(strings.ToLower(s.Thing))
	if slices.Contains(words, h.Node.Name) && h.Node.Name != explain.NoName {
		return true
	}
	names := append([]string{strings.ToLower(h.Kind.Kind), h.Kind.Resource, h.Kind.Singular, lastPart(h.Kind.Kind)}, h.Kind.ShortNames...)
	joined := phrase.SingularOf(strings.Join(phrase.WordsOf(s.Thing), ""))
	return slices.ContainsFunc(names, func(name string) bool {
		return name != "" && (joined == name || slices.ContainsFunc(s.Heads(), func(head []string) bool { return strings.Join(head, "") == name }))
	})
}

// lastPart is the last of the words that the name of a kind is made of.
func lastPart(kind string) string {
	at := strings.LastIndexFunc(kind, unicode.IsUpper)
	return strings.ToLower(kind[max(at, 0):])
}

// CauseTold is the cause of the catalogue that a person tells of.
type CauseTold struct {
	catalogue.Cause
	sentence.State
	// Tells is what the cause says of that state.
	Tells string
	// Surely says that it is told by more than a word that may mean many things.
	Surely bool
}

// ToldCause is which of the usual causes it is by a state that a person tells of.
func ToldCause(h *hearing.Case) (c CauseTold, is bool) {
	if h.Entry.Kin || h.Holder.BuiltIn {
		return c, false
	}
	states := StatesTold(h)
	if len(states) == 0 {
		return c, false
	}
	known := wordsKnown(h)
	for _, s := range states {
		for _, cause := range h.Entry.Causes {
			subject, head, part := s.ToldIn(cause.Text)
			if subject == nil || cause.Absent || h.Denies(cause.Text) || !meantBy(&s, subject, known) {
				continue
			}
			if strings.Contains(s.Thing, "/") {
				s.Thing = head // of several the one that is meant
			}
			return CauseTold{cause, s, h.Filled(partOf(cause.Text, part)), !onlyA(&s, manifold)}, true
		}
	}
	return c, false
}

// partOf is a text with one of several parts behind a colon alone.
func partOf(text, part string) string {
	head, _, parted := strings.Cut(text, ": ")
	if !parted || strings.Contains(head, part) {
		return text
	}
	return head + ": " + part
}

// programs are what programs are called: which one is meant, the words before tell.
var programs = strings.Fields("operator controller manager provisioner driver plugin agent provider webhook server daemon chart release deployment daemonset statefulset pod")

// manifold are nouns by which alone nobody tells which is meant.
var manifold = append(strings.Fields("cluster node namespace resource object service application app instance machine host crd secret component"), programs...)

// onlyA reports whether nothing but such nouns tell what a state is of.
func onlyA(s *sentence.State, nouns []string) bool {
	return !slices.ContainsFunc(phrase.WordsOf(s.Thing), func(word string) bool { return !slices.Contains(nouns, phrase.SingularOf(word)) })
}

// meantBy reports whether the thing of a state is the one that a cause tells of: of programs all of its words are there, of
// other things those which the catalogue does not have elsewhere either are of another.
func meantBy(s *sentence.State, subject []string, known map[string]bool) bool {
	words := phrase.WordsOf(strings.ReplaceAll(s.Thing, "/", " "))
	program := slices.ContainsFunc(words, func(word string) bool { return slices.Contains(programs, phrase.SingularOf(word)) })
	return !slices.ContainsFunc(words, func(word string) bool {
		word = phrase.SingularOf(word)
		there := slices.ContainsFunc(subject, func(w string) bool { return phrase.SingularOf(w) == word })
		return !there && (program || !known[word] && !slices.Contains(manifold, word))
	})
}

// wordsKnown are the words by which the catalogue speaks of what has to do with the finalizer.
func wordsKnown(h *hearing.Case) map[string]bool {
	texts := []string{h.Entry.Project, h.Entry.Component, h.Entry.WaitsFor, h.Entry.Needs, h.Kind.Kind, h.Kind.Group, h.Node.Namespace}
	for _, cause := range h.Entry.Causes {
		texts = append(texts, cause.Text)
	}
	if to := h.Entry.Controller.TalksTo; to != nil {
		texts = append(texts, to.What)
	}
	known := map[string]bool{}
	for _, word := range phrase.WordsOf(strings.Join(texts, " ")) {
		known[phrase.SingularOf(word)] = true
	}
	return known
}

// HolderToldAway is the sentence in which a person tells, by its name or by the namespace that it runs in, that the holder
// is not there or does not run.
func HolderToldAway(h *hearing.Case) (said string) {
	if h.Entry.Pattern == "" || h.Entry.Kin || h.Entry.Family || h.Holder.BuiltIn || h.Entry.Project == "Kubernetes" {
		return ""
	}
	for _, s := range StatesTold(h) {
		if s.Is != sentence.IsOff && called(&s, h.Entry.Project+" "+h.Entry.Component, &h.Entry.Controller) {
			said = s.Said
		}
	}
	return said
}

// Serves reports whether the thing of a state is a project, or a namespace that is called after it.
func Serves(s *sentence.State, project string) bool {
	return project != "" && called(s, project, &catalogue.Component{Namespaces: phrase.WordsOf(project)})
}

// called reports whether the thing of a state is a program of these names, or one of its workloads or namespaces.
func called(s *sentence.State, names string, c *catalogue.Component) bool {
	fields := strings.Fields(strings.ToLower(s.Thing))
	last := fields[len(fields)-1]
	if len(fields) > 1 && strings.HasPrefix(fields[0], "namespace") || last == "namespace" {
		return slices.ContainsFunc(fields, func(word string) bool {
			return word != "kube-system" && word != "default" && slices.Contains(c.Namespaces, word)
		})
	}
	if slices.ContainsFunc(c.Workloads, func(w string) bool {
		_, name, _ := strings.Cut(w, "/")
		return name == last && strings.Contains(name, "-")
	}) {
		return true
	}
	own, named := phrase.WordsOf(names), false
	for _, word := range phrase.WordsOf(s.Thing) {
		switch word = phrase.SingularOf(word); {
		case slices.Contains(manifold, word) && slices.Contains(programs, word):
		case slices.Contains(own, word) && !slices.Contains(manifold, word):
			named = true
		default:
			return false
		}
	}
	return named
}

// NamesIt reports whether words name an object, or its kind as people call it: a DiskAttachment is an attachment.
func NamesIt(h *hearing.Case, said string) bool {
	said = commands.ReplaceAllString(said, "")
	if strings.Contains(h.Node.Name, "-") && strings.Contains(said, h.Node.Name) {
		return true
	}
	return slices.ContainsFunc(phrase.WordsOf(said), func(word string) bool {
		return word == h.Node.Name || word == h.Kind.Resource || slices.Contains(h.Kind.ShortNames, strings.TrimSuffix(word, "s")) || phrase.EndsCalled(h.Kind.Kind, word)
	})
}

// commands is what people mark as code that is more than a name.
var commands = regex.New("`[^`]* [^`]*`")
