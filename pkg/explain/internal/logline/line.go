package logline

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Level is how bad it is what a line says.
type Level int

// The levels, the mildest first. Of Unknown the line says nothing.
const (
	Unknown Level = iota
	Debug
	Info
	Warning
	Error
	Fatal
)

// Line is one entry of a log, as far as it was understood.
type Line struct {
	At      time.Time // zero where it does not say
	Level   Level
	Message string
	// Error is what went wrong, where that stands beside the message.
	Error string
	// Answer is how kubectl classes the answer of the API server that the line prints:
	// NotFound, Forbidden. It is empty for all other lines.
	Answer string
	// Fields are what else it says, in the order in which it stands; of maps in one
	// another the names are joined by dots.
	Fields []Field
}

// Field is a name with its value.
type Field struct{ Key, Value string }

// longest bounds what is read of one entry.
const longest = 32 << 10

// Parse reads an entry, which may be of several lines. Formats that leave the year
// out mean the one before now.
func Parse(text string, now time.Time) Line {
	if len(text) > longest {
		text = text[:longest]
	}
	text = headless(strings.TrimLeft(strings.TrimRight(colours.ReplaceAllString(text, ""), "\r\n\t "), " "))
	for _, format := range []func(string, time.Time) (Line, bool){object, klog, klogr, capnslog, tracing, headed, monolog, console, shortLevel, refusal, pairs, beheaded} {
		if l, ok := format(text, now); ok {
			l.templated()
			l.caused()
			l.event()
			l.further()
			l.unwrap()
			return l
		}
	}
	l := plain(text)
	l.unwrap()
	return l
}

// unwrap puts what errors say in the place of their fields, and takes off where in the program that was.
func (l *Line) unwrap() {
	l.Message, l.Error = unframed(spelled(colours.ReplaceAllString(l.Message, ""))), unframed(spelled(colours.ReplaceAllString(l.Error, "")))
}

var colours = regex.New(`\x1b\[[0-9;]*[A-Za-z]`)

// Said is what the line says, without when and about what: the message and, where
// the message does not hold it already, the error.
func (l *Line) Said() string {
	message, wrong := strings.TrimSpace(l.Message), strings.TrimSpace(l.Error)
	switch {
	case wrong == "" || strings.Contains(message, wrong):
		return message
	case message == "" || strings.Contains(wrong, message):
		return wrong
	}
	return strings.TrimRight(message, ".:") + ": " + wrong
}

// Field is the value of a name, empty where there is none.
func (l *Line) Field(key string) string {
	for _, f := range l.Fields {
		if f.Key == key {
			return f.Value
		}
	}
	return ""
}

// take puts a name with its value where it belongs.
func (l *Line) take(key, value string) {
	if !l.takeAs(roleOf(key), value) && !l.isNoise(key, value) {
		l.Fields = append(l.Fields, Field{key, value})
	}
}

// noError is what programs print for an error where there is none.
var noError = map[string]bool{"<nil>": true, "nil": true, "null": true, "None": true}

// caused takes a cause for the error: of what is told as mere information it is one only where it says so.
func (l *Line) caused() {
	at := slices.IndexFunc(l.Fields, func(f Field) bool { return strings.EqualFold(f.Key, "cause") && f.Value != "" })
	if at < 0 || l.Error != "" || (l.Level == Info || l.Level == Debug) && !wrong.MatchString(l.Fields[at].Value) {
		return
	}
	l.Error = l.Fields[at].Value
	l.Fields = slices.Delete(l.Fields, at, at+1)
}

// loggedBy takes the controller from the name of a logger that is called after it.
func (l *Line) loggedBy(logger string) bool {
	m := controllerOf.FindStringSubmatch(logger)
	if m == nil || l.Field("controller") != "" {
		return false
	}
	l.Fields = append(l.Fields, Field{"controller", m[1]})
	return true
}

// controllerOf is a logger that is called after a controller, and that after its kind.
var controllerOf = regex.New(`(?:^|\.)controllers?\.([A-Za-z][A-Za-z0-9-]*)$`)

// wrong is how a reason begins that is an error.
var wrong = regex.New(`(?i)^(?:error|failed|failure|cannot|unable|could not)\b`)

// lastOf is the name without what it stands in, in lower case.
func lastOf(key string) string {
	key = strings.ToLower(key)
	if strings.HasPrefix(key, "source.") {
		return key
	}
	return strings.TrimLeft(key[strings.LastIndexByte(key, '.')+1:], "@")
}

var levels = map[string]Level{
	"trace": Debug, "debug": Debug, "dbg": Debug, "debu": Debug, "d": Debug, "t": Debug, "verbose": Debug, "trce": Debug, "dbug": Debug, "trc": Debug,
	"info": Info, "information": Info, "notice": Info, "i": Info, "inf": Info,
	"warn": Warning, "warning": Warning, "w": Warning, "wrn": Warning,
	"error": Error, "err": Error, "erro": Error, "e": Error, "severe": Error, "fail": Error,
	"fatal": Fatal, "panic": Fatal, "critical": Fatal, "crit": Fatal, "dpanic": Fatal, "f": Fatal, "emerg": Fatal, "alert": Fatal, "fata": Fatal, "pani": Fatal, "ftl": Fatal, "pnc": Fatal, "emergency": Fatal,
}

// levelOf reads a level by its name, or by the numbers that pino and bunyan give.
func levelOf(text string) Level {
	text = strings.ToLower(strings.TrimSpace(text))
	name := strings.TrimRight(text, "+-0123456789()")
	if l, ok := levels[cmp.Or(name, text)]; ok {
		return l
	}
	switch {
	case len(text) != 2 || text[1] != '0':
	case text[0] == '5':
		return Error
	case text[0] == '6':
		return Fatal
	case text[0] == '4':
		return Warning
	case text[0] == '3':
		return Info
	case text[0] == '1' || text[0] == '2':
		return Debug
	}
	return Unknown
}

// Detail is what a line says beside its message, in brackets and after a blank: the
// few fields that do not name the object or where it was said.
func (l *Line) Detail(names ...string) string {
	var out []string
	for _, f := range l.Fields {
		if len(out) == mostDetails || f.Value == "" || len(f.Value) > longestDetail || naming[lastOf(f.Key)] || f.Key == runtimeObject || slices.Contains(names, f.Value) ||
			strings.Contains(f.Value, "/") && slices.Contains(names, f.Value[strings.LastIndexByte(f.Value, '/')+1:]) || alreadySaid(l.Message, f.Value) {
			continue
		}
		out = append(out, f.Key+"="+f.Value)
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, ", ") + ")"
}

// alreadySaid reports whether a text holds a value, as words of their own.
func alreadySaid(text, value string) bool {
	return strings.Contains(text, value) && (len(value) > 3 || slices.Contains(strings.FieldsFunc(text, func(c rune) bool { return !isName(string(c)) }), value))
}

const (
	mostDetails   = 4
	longestDetail = 80
)

// naming are fields that say which object and which controller it is.
var naming = map[string]bool{
	"name": true, "namespace": true, "ns": true, "kind": true, "uid": true, "apiversion": true, "group": true, "version": true, "controller": true,
	"controllergroup": true, "controllerkind": true, "resourceversion": true, "component": true, "worker": true, "worker count": true, "gvk": true,
	"type": true, "trace_id": true, "traceid": true, "span_id": true, "spanid": true, "request_id": true, "requestid": true, "correlationid": true, "generation": true,
}
