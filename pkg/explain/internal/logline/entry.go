package logline

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

const (
	// traced is how Python begins to tell what was thrown: the places, indented, and then
	// the error.
	traced = "Traceback (most recent call last)"
	// mostLines bounds how many lines one entry has.
	mostLines = 100
	// mostFields bounds over how many lines the fields of an error go, where they were cut.
	mostFields = 12
	// mostAnswer bounds over how many lines an answer of the API server goes.
	mostAnswer = 4
)

// beginsEntry is how a line begins that is an entry of its own: by a level, a time or a bracket.
var beginsEntry = regex.New(`^(?:[IWEF]\d{4} \d\d:|\{|\[?\d{4}[-/]\d\d[-/]\d\d|\[?\d\d:\d\d:\d\d|\d{10}(?:\.\d+)?\s|[A-Z][a-z]{2} +\d{1,2} \d\d:|(?:time|ts|t|level|lvl)=)`)

var (
	// threw is how programs of Java and the like name what was thrown, before its places.
	threw = regex.New(`^(?:Caused by: |Exception in thread "[^"]*" )?((?:[A-Za-z_$][\w$]*\.)*[A-Za-z_]\w*(?:Error|Exception)\b(?::.*)?)$`)
	// between stands between what was thrown first and what came of that.
	between = regex.New(`^(?:$|During handling of the above exception|The above exception was the direct cause)`)
)

// ParseEntry reads the first entry of a log, which may be of several lines, and says how
// many. Where something was thrown in it, its first line says what was tried, and of the
// errors the last one is what came of the others, or what caused them.
func ParseEntry(lines int, line func(int) string, now time.Time) (l Line, end int) {
	var text strings.Builder
	text.WriteString(line(0))
	var python traceback
	python.begins(line(0))
	thrown := ""
	for end = 1; end < min(lines, mostLines); end++ {
		next := line(end)
		m := threw.FindStringSubmatch(next)
		switch {
		case python.begins(next):
		case python.takes(next), Continues(next), goesOnTelling(text.String(), next), end < mostAnswer && answerGoesOn(text.String(), next), end < mostFields && !beginsEntry.MatchString(next) && opensStatus(text.String()):
		case python.open && !beginsEntry.MatchString(next): // whatever it is called
			python.open, thrown = false, python.said(next)
		case m != nil && end+1 < lines && Continues(line(end+1)):
			thrown = m[1]
		case thrown != "" && between.MatchString(next) && end+1 < lines && (between.MatchString(line(end+1)) || strings.HasPrefix(line(end+1), traced)):
		default:
			return read(text.String(), python.ended(thrown), now), end
		}
		text.WriteString("\n" + next)
	}
	return read(text.String(), python.ended(thrown), now), end
}

func read(text, thrown string, now time.Time) Line {
	if thrown == "" {
		return Parse(text, now)
	}
	first, _, _ := strings.Cut(text, "\n")
	l := Parse(first, now)
	if strings.HasPrefix(strings.TrimLeft(first, " "), traced) {
		l.Message = ""
	}
	if l.Error == "" {
		l.Error = strings.TrimSpace(thrown)
	}
	return l
}

// answerGoesOn reports whether a line goes on with an answer of the API server that was broken: within quotes, or
// behind a colon.
func answerGoesOn(text, next string) bool {
	if !strings.HasPrefix(text, "Error from server") || strings.TrimSpace(next) == "" || Typed.MatchString(next) || beginsEntry.MatchString(next) || strings.HasPrefix(next, "Error from server") {
		return false
	}
	end := strings.TrimRight(text, " )\"")
	return strings.Count(text, `"`)%2 == 1 || strings.HasSuffix(end, ":")
}
