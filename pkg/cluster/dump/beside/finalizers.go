package beside

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	finalizersLine = regex.New(`^\s*"?finalizers"?:\s*(?:\[([^\]]*)\],?)?\s*$`)
	itemOfList     = regex.New(`^\s*- *["']?([a-zA-Z0-9][\w./:-]*)["']?\s*$`)
)

// FinalizersIn are those of a part of an object that has no more than its list of them. Below titles that call several
// objects nothing tells whose they are.
func FinalizersIn(lines []string) (out []any) {
	inside, title := false, ""
	for _, line := range lines {
		if m := finalizersLine.FindStringSubmatch(line); m != nil {
			inside = m[1] == ""
			for word := range strings.FieldsFuncSeq(m[1], func(c rune) bool { return strings.ContainsRune(`", `, c) }) {
				out = append(out, word)
			}
			continue
		}
		titled, is := titleOfFinalizers(line)
		if is && title != "" && titled != title {
			return nil
		}
		if is {
			inside, title = true, titled
			continue
		}
		m := itemOfList.FindStringSubmatch(line)
		if inside = inside && (m != nil || setsOff.MatchString(line) && len(out) == 0); inside && m != nil && !slices.Contains(out, any(m[1])) && (title == "" || strings.ContainsAny(m[1], "./")) {
			out = append(out, m[1])
		}
	}
	return withNames(out, slices.Concat(Headed(lines), queried(lines)))
}

// withNames adds those names that are not among them.
func withNames(out []any, names []string) []any {
	for _, name := range names {
		if !slices.Contains(out, any(name)) {
			out = append(out, name)
		}
	}
	return out
}

var (
	// titledFinalizers is a title of a few words that leads to a list of finalizers.
	titledFinalizers = regex.New(`(?i)^[\s#*]*((?:[a-z]+['’]?s? +){1,4})finalizers?:\**\s*$`)
	// noTitle is a word of a sentence that leads to what is done with finalizers, or to objects that have some.
	noTitle = regex.New(`(?i)\b(?:with(?:out)?|no|not|has|have|having|remov\w+|delet\w+|patch\w*|clear\w*|clean\w*|edit\w*|stuck|blocked|on|by|in|for|add\w*|expected|before|previous|old|other)\b`)
)

// titleOfFinalizers is what such a title says before that, and whether it is one.
func titleOfFinalizers(line string) (title string, is bool) {
	m := titledFinalizers.FindStringSubmatch(line)
	if m == nil || noTitle.MatchString(m[1]) {
		return "", false
	}
	return strings.ToLower(strings.Join(strings.Fields(m[1]), " ")), true
}

// mostListed is over how many lines a list in JSON goes at most.
const mostListed = 20

// queried are the finalizers of one object that a command has printed alone, as a list in JSON that follows it.
func queried(lines []string) (out []string) {
	for i, line := range lines {
		if c, is := Printing(line); !is || c.Name == "" || !strings.Contains(line, "finalizers") {
			continue
		}
		at := i + 1
		for at < len(lines) && setsOff.MatchString(lines[at]) {
			at++
		}
		text := strings.Join(lines[at:min(at+mostListed, len(lines))], " ")
		if m := listNext.FindStringSubmatch(text); m != nil {
			out = append(out, strings.FieldsFunc(m[1], func(c rune) bool { return strings.ContainsRune("\", ", c) })...)
		}
	}
	return out
}

// setsOff is a line between a command and what that has printed.
var setsOff = regex.New("^\\s*(?:```\\w*)?\\s*$")

// listNext is such a list with which a text begins.
var listNext = regex.New("^\\s*\\[((?:\\s*\"[a-zA-Z0-9][\\w./:-]*\",?)+)\\s*\\]")
