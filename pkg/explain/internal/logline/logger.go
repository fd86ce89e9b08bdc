package logline

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// origins are where in the program a line was written, as it stands between the level and what is said.
var origins = []*regex.Regexp{
	regex.New(`^(?:\d+ )?--- (?:\[[^\]]*\] *)+(\S+) *: `),                                       // Spring Boot
	regex.New(`^\[((?:[A-Za-z_$][\w$]*\.)+[\w$]+)\] \((?:[^()]|\([^()]*\))*\) `),                // JBoss, Quarkus
	regex.New(`^\[[\w.$-]+\] \((?i:main|[\w.# -]*(?:thread|worker|executor|pool)[\w.# -]*)\) `), // the same
	regex.New(`^\[((?:[a-z][\w$]*\.)+[A-Z][\w$]*)\] `),                                          // a class of Java
	regex.New(`^(?:\[[^\]/]*\] )?((?:[A-Za-z_$][\w$]*\.)+[A-Za-z_$][\w$]*)(?::\d+)? +--? `),     // logback, Python
	regex.New(`^[A-Z]\w+:\d+ - `),                                                               // log4j
	regex.New(`^([A-Za-z_][\w.]*):[\w<>]+:\d+ - `),                                              // loguru
	regex.New(`^<\d+\.\d+\.\d+>(?:@\S+)? `),                                                     // Erlang
}

var (
	// pythonLogger is how Python's loggers are called, which stand before what is said.
	pythonLogger = regex.New(`^([a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)+): `)
	// noLogger are names that look like one: hosts, groups of APIs, fields.
	noLogger = regex.New(`\.(?:com|org|net|io|dev|cloud|app|local|internal|svc|cluster|k8s|example)$|^(?:spec|status|metadata|data)\.`)
	// threadOrNumber is what stands in brackets before the level and names no object.
	threadOrNumber = regex.New(`^(?:\[(?:\d+|main|[\w .#:-]*(?i:thread|worker|pool|executor|scheduler|mainprocess)[\w .#:-]*)\]\s*)+`)
	// loggerBefore is a logger there, and dashed is one between dashes.
	loggerBefore = regex.New(`^([A-Za-z_]\w*(?:\.\w+)+)\s+$`)
	dashed       = regex.New(`^([\w.-]+)\s+-\s+$`)
	// pairsBefore are pairs there, which are fields.
	pairsBefore = regex.New(`^(?:[\w.-]+=[\w.<>-]+\s+)+$`)
)

// fromLogger is what is said without where in the program. Python says its loggers in one of its formats so that hosts could
// be meant as well: whether the line is of Python is told.
func (l *Line) fromLogger(said string, python bool) string {
	for _, origin := range origins {
		if m := origin.FindStringSubmatch(said); m != nil {
			if len(m) > 1 {
				l.loggedBy(m[1])
			}
			return said[len(m[0]):]
		}
	}
	if m := pythonLogger.FindStringSubmatch(said); python && m != nil && !noLogger.MatchString(m[1]) {
		l.loggedBy(m[1])
		return said[len(m[0]):]
	}
	return said
}

// besides is what stands before the level, without what tells only where in the program a line was written. It takes the
// pairs that stand there alone.
func (l *Line) besides(before string) string {
	before = threadOrNumber.ReplaceAllString(before, "")
	for _, form := range []*regex.Regexp{loggerBefore, dashed} {
		if m := form.FindStringSubmatch(before); m != nil {
			l.loggedBy(m[1])
			return ""
		}
	}
	if pairsBefore.MatchString(before) {
		l.takePairs(before)
		return ""
	}
	return before
}

var (
	// padded is the logger that structlog puts between what is said and its pairs.
	padded = regex.New(`(?:\s{2,}\[[\w.:-]+\]|\s+\[[A-Za-z_]\w*(?:\.\w+)+\])\s*$`)
	// leads is what a message does not end with: it goes on with the pairs.
	leads = regex.New(`(?:[:,;(=]|\b(?i:for|with|of|to|at|in|on|by|from|and|or|is|was|where|because|than))$`)
	// shownError is an error that pino shows for people below its line.
	shownError = regex.New(`^\s*err(?:or)?: \{(?s:.*?)"message": ("(?:[^"\\]|\\.)*")`)
)

// say takes what a line says behind its head, and whole is what it says of itself: pairs at its end are fields, and below
// it stands what was thrown.
func (l *Line) say(said, whole string) {
	first, below, _ := strings.Cut(strings.TrimSpace(said), "\n")
	if message, pairs, ok := pairsBehind(first); ok {
		l.Message = message
		for _, f := range pairs {
			l.take(f.Key, f.Value)
		}
	} else {
		l.Message = strings.TrimSpace(first)
		l.aside(whole)
	}
	if below != "" {
		l.sayBelow(below)
	}
}

// sayBelow takes what stands below the first line: more of the message, and what was thrown.
func (l *Line) sayBelow(below string) {
	if m := shownError.FindStringSubmatch(below); m != nil {
		l.takeError(strings.Trim(m[1], `"`))
		return
	}
	lines := strings.Split(below, "\n")
	if strings.HasPrefix(l.Message, "=> ") { // the scopes in which .NET says it
		l.Message = ""
	}
	kept := []string{l.Message}
	defer func() { l.Message = strings.TrimSpace(strings.Join(kept, "\n")) }()
	for i, line := range lines {
		text := strings.TrimSpace(line)
		if text == "" || placeLine.MatchString(line) {
			continue
		}
		if m := elixirThrew.FindStringSubmatch(text); m != nil {
			l.takeError(m[1] + ": " + m[2])
			return
		}
		if exception.MatchString(text) {
			l.takeStack(strings.Join(lines[i:], "\n"))
			return
		}
		kept = append(kept, line)
	}
}

// pairsBehind parts a message from the pairs that it ends with: where a logger's name or room stands between them, or one
// of them is an error.
func pairsBehind(text string) (message string, out []Field, ok bool) {
	at := firstPair.FindStringIndex(text)
	if at == nil {
		message = padded.ReplaceAllString(text, "")
		return message, nil, strings.HasSuffix(text, "]") && message != text && strings.Contains(text, "  ")
	}
	before := text[:at[0]]
	message = strings.TrimSpace(padded.ReplaceAllString(before, ""))
	parted := message != strings.TrimSpace(before) || strings.HasPrefix(text[at[0]:], "  ")
	for rest := strings.TrimLeft(text[at[0]:], " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		key, _, found := strings.Cut(rest, "=")
		if !found || !isName(key) {
			return "", nil, false
		}
		var value string
		if value, rest = valueIn(rest[len(key)+1:]); rest != "" && rest[0] != ' ' || strings.HasSuffix(value, ",") {
			return "", nil, false
		}
		parted = parted || roleOf(key) == errorRole || roleOf(key) == thrownRole
		out = append(out, Field{key, value})
	}
	return message, out, parted && message != "" && !leads.MatchString(message)
}

// firstPair is where the first one begins.
var firstPair = regex.New(`\s+[A-Za-z_][\w.@/-]*=\S`)
