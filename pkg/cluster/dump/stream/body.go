package stream

import (
	"encoding/json"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// bodyOf is how a client logs what a server has answered, and where an error quotes an object.
	bodyOf = regex.New(`\bResponse Body"?:? (?:body=)?("?\{)|[:=] ?("?\{)\\?"`)
	// wholeObject is what an object has that was asked to go: its kind, its metadata, and what holds it.
	wholeObject = []string{`"kind":`, `"metadata":`, `"name":`, `"deletionTimestamp":"`, `"finalizers":["`}
	// keptWithin is what somebody has written of an object into that or another one: it is none of a server.
	keptWithin = regex.New(`last-applied-configuration|Request Body|\b(?:curl|kubectl|patch|replace)\b.* -`)
)

// Body is the object in JSON, whole or cut, that a line of a log or an error quotes, of one that was asked to go and that
// has finalizers. It is none that a command or an annotation holds: that tells what somebody wants.
func Body(line string) (before, object, behind string) {
	if !strings.Contains(line, "deletionTimestamp") || strings.HasPrefix(strings.TrimSpace(line), "{") || keptWithin.MatchString(line) {
		return line, "", ""
	}
	m := bodyOf.FindStringSubmatchIndex(line)
	if m == nil {
		return line, "", ""
	}
	at := max(m[2], m[4])
	before, object = line[:at], line[at:]
	if strings.HasPrefix(object, `"`) {
		if object = unescaped(object); object == "" {
			return line, "", ""
		}
	}
	var x Extent
	n, _ := x.Scan([]byte(object))
	object, behind = object[:n], object[n:]
	for _, field := range wholeObject {
		if !strings.Contains(strings.ReplaceAll(object, `": "`, `":"`), field) {
			return line, "", ""
		}
	}
	return before, object, behind
}

// unescaped is a value in quotes as it was before it stood in them, up to its end or that of the line.
func unescaped(text string) (value string) {
	var x Extent
	n, done := x.Scan([]byte(text))
	if text = text[:n]; !done {
		text = strings.TrimRight(text, `\ .…`) + `"`
	}
	if json.Unmarshal([]byte(text), &value) != nil {
		return ""
	}
	return value
}
