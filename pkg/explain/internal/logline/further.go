package logline

import (
	"strconv"
	"strings"
)

// telling are fields that may hold the sentence of which the message is only the head.
var telling = map[string]bool{"message": true, "msg": true, "details": true, "detail": true, "description": true, "reason": true, "cause": true}

// leastSaid is how many blanks a sentence has at least.
const leastSaid = 2

// further puts the sentence of a field behind the message: it tells more than the name of a field
// with the few words that are shown of it. Of a line that refuses or is an error it is what went
// wrong.
func (l *Line) further() {
	most := -1
	for i, f := range l.Fields {
		sentence := telling[lastOf(f.Key)] && strings.Count(f.Value, " ") >= leastSaid && !strings.ContainsAny(f.Value, "{\n") && !strings.Contains(l.Said(), f.Value)
		if sentence && (most < 0 || len(f.Value) > len(l.Fields[most].Value)) {
			most = i
		}
	}
	if most < 0 {
		return
	}
	said := l.Fields[most].Value
	switch {
	case l.Error == "" && (l.Level >= Error || l.refuses()):
		l.Error = said
	case l.Error == "" && l.Message != "":
		l.Message = strings.TrimRight(l.Message, ".:") + ": " + said
	default:
		return
	}
	l.Fields = append(l.Fields[:most:most], l.Fields[most+1:]...)
}

// refuses reports whether the fields say that a request was refused.
func (l *Line) refuses() bool {
	code, err := strconv.Atoi(l.Field("code"))
	return l.Field("allowed") == "false" || err == nil && code >= 400 && code < 600
}
