package logline

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// exception is how what was thrown is named at the beginning of a line, and what it says; behind an arrow .NET tells what
	// it came of.
	exception = regex.New(`^(?:Caused by: |-+> |Exception in thread "[^"]*" )?((?:[A-Za-z_$][\w$]*(?:\.|::))*[A-Za-z_]*\w*(?:Error|Exception|Throwable)\b(?:\s\([^()]*\))?)(?::\s*(.*))?$`)
	// objectOf is how PHP's loggers write what was thrown.
	objectOf = regex.New(`^\[(?:previous )?(?:object|exception)\] \[?(?:object\] )?\(([\w\\]+)\(code: \w+\): (.*?) at \S+:\d+\)`)
	// elixirThrew is how Elixir does.
	elixirThrew = regex.New(`^\*\* \(([A-Z][\w.]*)\) (.+)$`)
	// placesInLine are the places of .NET where its lines were joined, or between its lines.
	placesInLine = regex.New(`(?:\s+at [A-Za-z_][\w.$<>+\x60\[\],/|]*\([^()]*\)(?: in \S[^\n]*?:line \d+)?|\s+--- End of [^\n-]+ ---)+`)
	// placeLine is one that tells where in a program something was: of Java, .NET and Node, of Ruby, of PHP, of Elixir.
	placeLine = regex.New(`^\s*(?:at \S*\w\.[\w.$<>+\x60\[\],|]*(?:\(.*\)(?: in .+:line \d+)?(?: ~?\[.*\])?)?|at (?:async |new )*(?:\S+ (?:\[as \w+\] )?)?\(?\S+:\d+:\d+\)?|at .* \(<anonymous>\)` +
		`|\.\.\. \d+ (?:more|common frames omitted)|--- End of .+ ---|(?:from )?\S+\.rb:\d+:in .+|\[stacktrace\]|#\d+ (?:\S+\(\d+\): .*|\[internal function\]: .*|\{main\})|\([a-z]\w* \d[\w.]*\) \S+:\d+: .+)$`)
	// rubyPlace and phpPlace are those that have no indent.
	rubyPlace = regex.New(`^\S+\.rb:\d+:in [\x60']`)
	phpPlace  = regex.New(`^(?:\[stacktrace\]|\[previous exception\] .*|#\d+ .*|"\}[\s\[\]{}]*)$`)
	// objectOpen is where such an object was not closed on its line.
	objectOpen = regex.New(`\{"exception":"\[object\] \([^\n]*[^}\s]\s*\n?`)
)

// thrownIn is what was thrown by a text that tells it with its places: of several, the last is what the others came of.
// It is false where the text names nothing that was thrown.
func thrownIn(text string) (said string, is bool) {
	if at := strings.Index(text, traced); at >= 0 {
		return tracedIn(text[at:])
	}
	if m := objectOf.FindStringSubmatch(text); m != nil {
		return strings.TrimLeft(m[1][strings.LastIndexByte(m[1], '\\')+1:]+": "+m[2], ": "), true
	}
	text = strings.ReplaceAll(placesInLine.ReplaceAllString(text, "\n"), " ---> ", "\n---> ")
	open, outer := false, ""
	var words []string
	for line := range strings.SplitSeq(text, "\n") {
		m := exception.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case m != nil:
			if before := strings.TrimSpace(strings.Join(words, " ")); outer == "" && addressed.MatchString(before) {
				outer = before
			}
			words, is, open = append(words[:0], thrownAs(m)), true, true
		case line == "" || placeLine.MatchString(line):
			open = false
		case open: // it says more
			words = append(words, strings.TrimSpace(line))
		}
	}
	said = strings.Join(words, " ")
	if outer != "" && !strings.Contains(said, addressed.FindString(outer)) {
		said = outer + ": " + said
	}
	return said, is
}

// addressed is what something is called by that a program talks to: what it came of often leaves that out.
var addressed = regex.New(`https?://[^\s"')]+|[\w-]+(?:\.[\w-]+)*:\d{2,5}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|["'][\w./-]+["']`)

// thrownAs is what was thrown, by its name and what it says. Error alone is no name.
func thrownAs(m []string) string {
	switch {
	case m[2] == "":
		return m[1]
	case m[1] == "Error":
		return m[2]
	}
	return m[1] + ": " + strings.TrimSpace(m[2])
}

// tracedIn is what was thrown by a text of Python.
func tracedIn(text string) (said string, is bool) {
	var python traceback
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case python.begins(line), python.takes(line):
		case python.open && strings.TrimSpace(line) != "":
			python.open, said = false, python.said(line)
		}
	}
	said = python.ended(said)
	return said, said != ""
}

// unframed is a text without the lines that tell where in the program it was, and without what stands for those.
func unframed(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	lines := strings.Split(text, "\n")
	kept := lines[:1]
	for _, line := range lines[1:] {
		if !placeLine.MatchString(line) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// goesOnTelling reports whether a line without an indent tells where something was thrown that the text before it tells of.
func goesOnTelling(before, next string) bool {
	switch {
	case rubyPlace.MatchString(next), elixirThrew.MatchString(next):
		return true
	case phpPlace.MatchString(next):
		return objectOpen.MatchString(before)
	}
	return false
}
