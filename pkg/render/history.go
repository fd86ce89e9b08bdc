package render

import (
	"io"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// HistoryFormats are the formats of a history, the default first.
func HistoryFormats() []string { return []string{"text", "json", "yaml"} }

// HistoryKind is the kind of a HistoryDocument.
const HistoryKind = "RemovalHistory"

// HistoryDocument is the log of removals for programs, described by
// docs/schema/history.v1.json.
type HistoryDocument struct {
	APIVersion string         `json:"apiVersion"`
	Kind       string         `json:"kind"`
	Entries    []remove.Entry `json:"entries"`
}

// History prints the log of removals, the oldest first. An action that was
// begun and of which no end is known is shown as such.
func History(w io.Writer, entries []remove.Entry, format string, o Options) error {
	doc := HistoryDocument{APIVersion: APIVersion, Kind: HistoryKind, Entries: each(entries, func(_ int, e remove.Entry) remove.Entry {
		if e.Overridden == nil {
			e.Overridden = []string{} // a line of the log may lack it
		}
		return e
	})}
	switch format {
	case "json":
		text, err := encode(doc)
		if err != nil {
			return err
		}
		return send(w, "JSON", text)
	case "yaml":
		return sendYAML(w, doc)
	}
	l := newLayout(o)
	if len(entries) == 0 {
		l.para(para{spans: []span{{role: roleVerdict, text: "Nothing was removed from this machine."}}})
	}
	var rows []row
	for _, at := range settled(entries) {
		rows = append(rows, historyRow(&entries[at]))
	}
	l.rows(rows)
	return send(w, "history", l.out.String())
}

// settled drops the beginning of each action that has an end.
func settled(entries []remove.Entry) []int {
	type key struct{ uid, finalizer, server string }
	begun := map[key]int{}
	drop := map[int]bool{}
	for i := range entries {
		k := key{entries[i].UID, entries[i].Finalizer, entries[i].Server}
		if entries[i].Phase == "begun" {
			begun[k] = i
		} else if at, ok := begun[k]; ok {
			drop[at] = true
			delete(begun, k)
		}
	}
	var kept []int
	for i := range entries {
		if !drop[i] {
			kept = append(kept, i)
		}
	}
	return kept
}

func historyRow(e *remove.Entry) row {
	when := e.Time
	if t, err := time.Parse(time.RFC3339Nano, e.Time); err == nil {
		when = timestamp(t)
	}
	ref := trace.Ref{Group: e.Group, Kind: e.Kind, Namespace: e.Namespace, Name: e.Name}
	head := []span{{role: roleText, text: identifier(when) + "  "}, {role: roleName, text: kindName(ref)}}
	if e.Namespace != "" {
		head = append(head, span{role: roleText, text: " "}, span{role: roleQuiet, text: "in namespace " + identifier(e.Namespace)})
	}
	body := []para{detail("finalizer", span{role: roleFinalizer, text: identifier(e.Finalizer)})}
	if e.Phase == "ended" {
		body = append(body, detail("result", span{role: roleText, text: identifier(e.Outcome) + ": " + prose(e.Message)}))
	} else {
		body = append(body, detail("result", span{role: roleFlag, text: "begun, and no end is known: look at the object"}))
	}
	who := prose(e.User)
	if e.Server != "" {
		who += " at " + prose(e.Server)
	}
	body = append(body, detail("who", span{role: roleText, text: who}))
	body = append(body, detail("why", span{role: roleMessage, text: prose(e.Why)}))
	for _, g := range e.Overridden {
		body = append(body, detail("overruled", span{role: roleText, text: identifier(g)}))
	}
	if e.Backup != "" {
		body = append(body, detail("backup", span{role: roleText, text: prose(e.Backup)}))
	}
	return row{head: para{spans: head}, body: body}
}
