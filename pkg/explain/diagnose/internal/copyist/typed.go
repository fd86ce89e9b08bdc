package copyist

import (
	"iter"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// commandLine is a line that begins as a command does, with or without a prompt.
	commandLine = regex.New("^\\s*(?:[-*] |\\d+[.)] )?(?:(?:[^\\s#]\\S*)?[$#>❯➜%] ?|\\[?(?:\\S*[@:]\\S* \\S+|PS \\S+)\\]? ?[$#>] ?)?`?(?:sudo |time )?((?:kubectl|oc|k|curl|wget|cat) [^`]*)`?\\s*$")
	// onlyShown is a command that changes nothing, or that somebody still has to fill in.
	onlyShown = regex.New(`--dry-run|<[A-Za-z][\w -]*>`)
	// quoted is what a shell takes as it stands, and proseWord a word of a sentence, of which a command has none outside of that.
	quoted    = regex.New(`'[^']*'|"(?:[^"\\]|\\.)*"`)
	proseWord = regex.New(`(?i)[^\s.][.,?!:](?:\s|$)|(?:^|\s)(?:I|we|you|would|not|is|was|are|were|did|does|do|has|have|helps?|helped|the|that|this|it|to|as|and|or|but|of|with|by|from|which|will|should|could|can|cannot|may|might|if|when|because|hangs?|fails?|works?|worked|without|also|then|still|never|\S+n['’]t)(?:\s|$)`)
	// section is the title of a part of a text, and advises how one is called that tells what may be done.
	section = regex.New(`^\s*(?:#{1,6} |\*\*[^*]+\*\*:?\s*$)`)
	advises = regex.New(`(?i)\b(?:workarounds?|solutions?|suggest\w*|propos\w*|recommend\w*|expected|documentation|docs|mitigations?|how to fix)\b`)
	// title is a word or two that stand alone, and closes a line with which a sentence ends.
	title  = regex.New(`^\s*[A-Z]\w+(?: \w+)?:?\s*$`)
	closes = regex.New(`[.!?:]\W*$`)
	// disowned is how a person goes on behind what they have not done, or ask about.
	disowned = regex.New(`(?i)(?:\bnot|n['’]t|\bnever)\b.*\b(?:ran|run|runs?|tried|try|done|dare\w*|executed?|used?)\b|\b(?:should|would|could|can|may|shall|will) (?:I|we|this|that|it|those|these)\b.*\?|\bis (?:this|that|it) (?:safe|right|ok\w*|correct)\b`)
)

// typed are the lines beside an object that are of a shell in which somebody has worked, by their numbers: none that stands where
// a text advises, asks, or tells of another place.
func typed(h *hearing.Case) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		advised, leads, begun := false, true, ""
		for i, l := range h.View.Logs.Aside {
			switch {
			case commandLine.MatchString(l.Text) && !isSentence(l.Text):
			case section.MatchString(l.Text):
				advised, leads, begun = advises.MatchString(l.Text), true, ""
				continue
			case sentence.IsProse(l.Text) && !doneTo.MatchString(l.Text) || title.MatchString(l.Text):
				said := begun + l.Text
				if leads, begun = sentence.TellsSo(said), ""; !closes.MatchString(said) {
					begun = said + " "
				}
				continue
			}
			begun = ""
			if leads && !advised && !disownedBy(h.View.Logs.Aside[i+1:]) && !yield(i, l.Text) {
				return
			}
		}
	}
}

// disownedBy reports whether the first sentence behind a line says that this was not done, or asks about it.
func disownedBy(behind explain.Aside) bool {
	for _, l := range behind {
		if sentence.IsProse(l.Text) && (!commandLine.MatchString(l.Text) || isSentence(l.Text)) && !doneTo.MatchString(l.Text) {
			return disowned.MatchString(l.Text)
		}
	}
	return false
}

// isSentence reports whether a line that begins as a command goes on as a sentence.
func isSentence(line string) bool {
	m := commandLine.FindStringSubmatch(line)
	return m != nil && proseWord.MatchString(quoted.ReplaceAllString(m[1], "_"))
}

// run are the commands that somebody has run, by the numbers of their lines: each is all of a line, or of what stands there
// between separators of a shell.
func run(h *hearing.Case) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i, line := range typed(h) {
			m := commandLine.FindStringSubmatch(line)
			if m == nil || onlyShown.MatchString(m[1]) || isSentence(line) {
				continue
			}
			for _, command := range apart(m[1]) {
				if !yield(i, strings.TrimSpace(command)) {
					return
				}
			}
		}
	}
}

// apart are the commands of a line, each with what it is piped to. What is quoted stays whole.
func apart(line string) (all []string) {
	var quote rune
	from := 0
	for at, c := range line {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == ';', strings.HasPrefix(line[at:], "&&"), strings.HasPrefix(line[at:], "||"):
			all = append(all, line[from:at])
			from = at + len("&&")
			if c == ';' {
				from = at + 1
			}
		}
	}
	return append(all, line[min(from, len(line)):])
}
