package logline

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// referred is how client-go logged an event before it wrote pairs.
var referred = regex.New(`^Event\(v1\.ObjectReference\{(.*)\}\): type: '(\w+)' reason: '([^']+)' (?s:(.*))$`)

// event makes of an event that was logged what it says: its reason and its message. A
// Warning is no mere information.
func (l *Line) event() {
	if m := referred.FindStringSubmatch(l.Message); m != nil {
		for part := range strings.SplitSeq(m[1], ", ") {
			if key, value, ok := strings.Cut(part, ":"); ok && value != `""` {
				l.Fields = append(l.Fields, Field{strings.ToLower(key), strings.Trim(value, `"`)})
			}
		}
		l.happened(m[2], m[3], m[4])
		return
	}
	kind, reason := l.Field("type"), l.Field("reason")
	if kind == "" && (l.Message == "Warning" || l.Message == "Normal") {
		kind = l.Message
	}
	if kind != "Warning" && kind != "Normal" || reason == "" || strings.Contains(reason, " ") {
		return
	}
	text := l.Field("message")
	if text == "" {
		text = l.Field("note")
	}
	if text == "" {
		text = l.Message
	}
	kept := l.Fields[:0]
	for _, f := range l.Fields {
		if f.Key != "reason" && f.Key != "message" && f.Key != "note" {
			kept = append(kept, f)
		}
	}
	l.Fields = kept
	l.happened(kind, reason, text)
}

func (l *Line) happened(kind, reason, text string) {
	l.Message = reason + ": " + strings.TrimSpace(text)
	if kind == "Warning" && l.Level < Warning {
		l.Level = Warning
	}
}
