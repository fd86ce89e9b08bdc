package logline

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// stamp is a time that a line begins with, in brackets or not.
	stamp = regex.New(`^\[?(\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)\]?[\s:|-]*`)
	// clock is a time without a day.
	clock = regex.New(`^\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?[\s|-]+((?s:.+))$`)
	// marked is a level near the beginning of a line, in capitals or in brackets or
	// with a colon.
	marked = regex.New(`^((?:[\[(][^\])]{0,64}[\])]\s*|[\w.=-]{1,48}\s+){0,3}?)(?:[\[(]\s*)?(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRIT|FATAL|PANIC|(?i:error|warning|warn|fatal|panic|info|debug))(\s*[\])]|:|\s)\s*(?:[-|:]\s+)?`)
	// ended is how programs of Go tell that they end.
	ended = regex.New(`^(?:panic: |fatal error: |Error: |error: |FATAL|Traceback |Exception in thread )`)
)

// plain reads any other line: a time and a level where it begins with them.
func plain(text string) (l Line) {
	rest, python := text, false
	if m := stamp.FindStringSubmatch(rest); m != nil {
		l.At = moment(strings.ReplaceAll(m[1], ",", "."))
		rest, python = rest[len(m[0]):], strings.Contains(m[1], ",")
	} else if m := clock.FindStringSubmatch(rest); m != nil {
		rest = m[1]
	}
	if ended.MatchString(rest) {
		l.Level = Error
		if strings.HasPrefix(rest, "panic: ") || strings.HasPrefix(rest, "fatal error: ") {
			l.Level = Fatal
		}
		l.Message = rest
		l.aside(rest)
		return l
	}
	m := marked.FindStringSubmatch(rest)
	switch {
	case m != nil && levelMark(m):
		l.Level = levelOf(m[2])
		before := l.besides(m[1])
		l.say(before+l.fromLogger(rest[len(m[0]):], python), before+rest[len(m[1]):])
	case l.At.IsZero(): // of which a clock may be a part
		l.Message = strings.TrimSpace(text)
		l.aside(text)
	default:
		l.Message = strings.TrimSpace(rest)
		l.aside(rest)
	}
	if l.Message == "" && l.Error == "" {
		l.Message = strings.TrimSpace(rest)
	}
	return l
}

// levelMark reports whether a word is a level and no word of a sentence: it is in
// capitals, in brackets, or the first with a colon.
func levelMark(m []string) bool {
	return m[2] == strings.ToUpper(m[2]) || strings.TrimSpace(m[3]) == "]" || m[1] == "" && m[3] == ":"
}

// aside takes the pairs and the object of JSON that stand in a message over as
// fields, and leaves the message as it is.
func (l *Line) aside(text string) {
	beside := Line{Message: l.Message, Error: l.Error, Level: l.Level, At: l.At}
	if at := strings.IndexByte(text, '{'); at >= 0 {
		if end := closing(text[at:]); end > 0 {
			beside.takeObject(text[at : at+end])
		}
	}
	for _, f := range pairsIn(text) {
		beside.Fields = append(beside.Fields, Field{f.Key, strings.TrimRight(f.Value, ",;)]")})
	}
	l.Fields = append(l.Fields, beside.Fields...)
}
