package copyist

import (
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
	disowned = regex.New(`(?i)(?:\bnot|n['’]t|\bnever)\b.*\b(?:ran|runs?|tried|try|done|dare\w*|executed?|used?)\b|\b(?:should|would|could|can|may|shall|will) (?:I|we|this|that|it|those|these)\b.*\?|\bis (?:this|that|it) (?:safe|right|ok\w*|correct)\b`)
)

// shellLine is a line of a shell, by its number among the lines beside an object, and shellCommand one that was run there.
type (
	shellLine struct {
		at   int
		text string
	}
	shellCommand shellLine
)

// typed are the lines beside an object that are of a shell in which somebody has worked: none that stands where a text
// advises, asks, or tells of another place.
func typed(h *hearing.Case) []shellLine {
	return hearing.Once(h, func() (all []shellLine) {
		aside := h.View.Logs.Aside
		taken := disownedFrom(aside)
		advised, leads, begun := false, true, ""
		for i, l := range aside {
			switch {
			case commandIn(l.Text) != "":
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
			if leads && !advised && !taken[i+1] {
				all = append(all, shellLine{i, l.Text})
			}
		}
		return all
	})
}

// disownedFrom tells of each line, and of the end, whether the first sentence from there on says that what stands before it
// was not done, or asks about it.
func disownedFrom(aside explain.Aside) []bool {
	out := make([]bool, len(aside)+1)
	for i := len(aside) - 1; i >= 0; i-- {
		out[i] = out[i+1]
		if text := aside[i].Text; sentence.IsProse(text) && commandIn(text) == "" && !doneTo.MatchString(text) {
			out[i] = disowned.MatchString(text)
		}
	}
	return out
}

// commandIn is the command that a line is, empty where it is none, or goes on as a sentence.
func commandIn(line string) string {
	m := commandLine.FindStringSubmatch(line)
	if m == nil || proseWord.MatchString(quoted.ReplaceAllString(m[1], "_")) {
		return ""
	}
	return m[1]
}

// run are the commands that somebody has run: each is all of a line, or of what stands there between separators of a shell.
func run(h *hearing.Case) []shellCommand {
	return hearing.Once(h, func() (all []shellCommand) {
		for _, line := range typed(h) {
			command := commandIn(line.text)
			if command == "" || onlyShown.MatchString(command) {
				continue
			}
			for _, part := range apart(command) {
				all = append(all, shellCommand{line.at, strings.TrimSpace(part)})
			}
		}
		return all
	})
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
