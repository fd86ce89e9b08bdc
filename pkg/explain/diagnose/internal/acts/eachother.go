package acts

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/logline"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// calledBy is an object as a line calls it: the word for its kind, and its name, which may hold its namespace.
	calledBy = regex.New("\\b([A-Za-z][A-Za-z0-9.]*) [\"'`]?((?:[a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9.-]*[a-z0-9])")
	// heldBy is how a line says that a thing is kept for another one, stillIs what stands before that where it is so now, and
	// heldNoMore where it is not, or is only asked.
	heldBy     = regex.New(`(?i)\b(?:used|in[- ]use|needed|required|referenced|held|kept|protected|claimed|mounted|locked|consumed)(?: as an? \w+)? by\b`)
	stillIs    = regex.New(`(?i)(?:[,(:] ?|\b(?:is|are|it's|still|being|remains?|currently|now) )$`)
	heldNoMore = regex.New(`(?i)\b(?:not|never|isn't|if|until|unless|once) (?:(?:it|is|being|be|still|yet|currently) )*$|\b(?:no longer|was|were|had|has been|have been|previously|formerly|whether|used to|check(?:s|ed|ing)?|asks?|see(?:s|ing)?) (?:[^,;]*)$`)
	// staysSo is what a line may tell behind who it is kept for, and heldUntil what it may not: that this is over, or is not so.
	staysSo   = regex.New(`(?i)^["'` + "`" + `\])}]*(?:[.!\s]*$|\s+\w+=|[,;.:]? (?:and |so |which |it |that |\()?.*\b(?:keep(?:s|ing)?|kept|stays?|waits?|waiting|requeu\w+|retr\w+|skip\w*|postpon\w+|cannot|can't|still|refus\w+|block\w*)\b)`)
	heldUntil = regex.New(`(?i)\b(?:releas\w+|unmount\w*|detach\w*|unlock\w*|freed|false|no (?:longer|more)|not|never|until|nothing|any ?more|goes on|going on|gone|was|were|had)\b`)
	// onItsWay is how words tell of a thing that it is to go, or is waited for to be gone.
	onItsWay = regex.New(`(?i)\b(?:being (?:deleted|removed|terminated)|(?:marked|scheduled|set|up) for (?:deletion|removal)|to be (?:deleted|removed|gone)|(?:is|are|still) (?:deleting|terminating)|deletion ?timestamp|deletion of|to (?:go|disappear))\b`)
)

// KeptFor is another thing that is on its way out by words which are quoted, and of which a line beside the object says that
// it is kept for that: its kind and its name as the line has them, and what the line says. Empty where there is none.
func KeptFor(h *hearing.Case, quoted []string) (other, said string) {
	if !h.View.Copied || h.Holder.BuiltIn || h.Node.Name == explain.NoName {
		return "", ""
	}
	for _, l := range h.View.Logs.Aside {
		read := logline.Parse(l.Text, h.View.Clock.At)
		if said = read.Said(); len(said) > mostSaid {
			continue
		}
		if other = keptFor(h, said, quoted); other != "" {
			return other, said
		}
	}
	return "", ""
}

// keptFor is the one other thing of which a line says that the object holds on to it, where the quoted words tell that it
// is on its way out: its kind and its name as the line has them.
func keptFor(h *hearing.Case, said string, quoted []string) (other string) {
	at := heldBy.FindStringSubmatchIndex(said)
	if at == nil || !stillIs.MatchString(said[:at[0]]) || heldNoMore.MatchString(said[:at[0]]) || !callsIt(h, said[at[1]:]) {
		return ""
	}
	for _, m := range calledBy.FindAllStringSubmatch(said[:at[0]], -1) {
		name := m[2][strings.LastIndexByte(m[2], '/')+1:]
		if name == h.Node.Name || m[1] == strings.ToLower(m[1]) && !strings.ContainsAny(m[2], "-0123456789/") || strings.HasSuffix(m[1], "ing") || !slices.ContainsFunc(quoted, func(words string) bool { return goesBy(words, m[2], name) }) {
			continue
		}
		if called := m[1] + " " + m[2]; other == "" || other == called {
			other = called
			continue
		}
		return "" // either of them
	}
	return other
}

// goesBy reports whether words name a thing and tell of it, in the same sentence, that it is on its way out. As "it" or
// "claim" they may name it again.
func goesBy(words, full, name string) bool {
	return (sentence.Named(words, full) || sentence.Named(words, name)) && onItsWay.MatchString(words)
}

// callsIt reports whether words begin with the object, by its kind and its name, and tell nothing behind that by which it is
// let go, or is not the one.
func callsIt(h *hearing.Case, words string) bool {
	m := calledBy.FindStringSubmatch(words)
	if m == nil {
		return false
	}
	if _, behind, _ := strings.Cut(words, m[0]); !staysSo.MatchString(behind) || heldUntil.MatchString(behind) {
		return false
	}
	space, name, placed := strings.Cut(m[2], "/")
	if !placed {
		space, name = "", m[2]
	}
	kind := strings.ToLower(m[1])
	return name == h.Node.Name && (space == "" || h.Node.Namespace == "" || space == h.Node.Namespace) &&
		(phrase.EndsCalled(h.Kind.Kind, kind) || kind == strings.ToLower(h.Kind.Kind) || kind == h.Kind.Singular || slices.Contains(h.Kind.ShortNames, kind))
}
