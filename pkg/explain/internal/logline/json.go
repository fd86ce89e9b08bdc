package logline

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// object reads a line that is an object of JSON, as zap, slog, logrus, zerolog, klog
// and loggers of other languages write them.
func object(text string, _ time.Time) (l Line, ok bool) {
	if at := prefixed.FindStringIndex(text); at != nil {
		text = text[at[1]-1:]
	}
	if !strings.HasPrefix(text, "{") {
		return l, false
	}
	return l, l.takeObject(text)
}

// prefixed is the pod and the container that programs put before each line of several
// logs.
var prefixed = regex.New(`^(?:\[?[a-z][\w./-]*(?:\[[\w.-]+\]:)?\]? +[|>]? *){1,3}\{`)

// endings close an object that was cut, also in the name of a member or before its value.
var endings = []string{"", `"}`, `}`, `"}}`, `}}`, `":""}`, `:""}`, `""}`, `"":""}`}

// elided is where somebody has left out members; a text in quotes it leaves as it is.
var elided = regex.New(`("(?:[^"\\]|\\.)*")|(?:,?\s*(?:\.{3,}|…)+)+\s*([}\]])`)

// takeObject takes over the members of an object, and reports whether it is one. One that
// was cut tells all the same, and so does one of which somebody has left out members.
func (l *Line) takeObject(text string) bool {
	whole := func(text string) bool {
		return slices.ContainsFunc(endings, func(end string) bool { return l.takeWhole(text + end) })
	}
	if whole(text) {
		return true
	}
	cut := elided.ReplaceAllString(text, "$1$2")
	return cut != text && whole(cut)
}

func (l *Line) takeWhole(text string) bool {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return false
	}
	took := Line{At: l.At, Level: l.Level, Message: l.Message, Error: l.Error, Fields: l.Fields}
	byProgram, ok := took.members(d, "", 0)
	if !ok {
		return false
	}
	if byProgram {
		took.ofProgram()
	}
	*l = took
	return true
}

// holdsFields are maps in which loggers keep the fields of a line, as of this line itself.
var holdsFields = map[string]bool{"context": true, "fields": true, "ctx": true, "Properties": true, "State": true}

// deepest bounds how many maps in one another are told apart.
const deepest = 6

// members reads the members of the object that is open, to its end, and reports whether one tells which program it is of.
func (l *Line) members(d *json.Decoder, within string, depth int) (ofProgram, ok bool) {
	for d.More() {
		token, err := d.Token()
		key, named := token.(string)
		if err != nil || !named {
			return false, false
		}
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return false, false
		}
		ofProgram = ofProgram || byProgram[key]
		l.member(within+key, raw, depth)
	}
	_, err := d.Token()
	return ofProgram, err == nil
}

func (l *Line) member(key string, raw json.RawMessage, depth int) {
	var text string
	switch raw = bytes.TrimSpace(raw); {
	case raw[0] == '"' && json.Unmarshal(raw, &text) == nil:
		l.take(key, text)
	case raw[0] == '{' && depth < deepest:
		within := key + "."
		if depth == 0 && holdsFields[key] {
			within = ""
		}
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if _, err := d.Token(); err == nil {
			l.members(d, within, depth+1)
		}
	case string(raw) != "null":
		l.take(key, string(raw))
	}
}
