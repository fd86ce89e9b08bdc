package render

import (
	"io"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
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
		text, err := paper.JSON(doc)
		if err != nil {
			return err
		}
		return paper.Send(w, "JSON", text)
	case "yaml":
		return paper.SendYAML(w, doc)
	}
	l := paper.NewLayout(o.look())
	if len(entries) == 0 {
		l.Para(paper.Para{Spans: []paper.Span{{Role: paper.Verdict, Text: "Nothing was removed from this machine."}}})
	}
	var rows []paper.Row
	for _, at := range settled(entries) {
		rows = append(rows, historyRow(&entries[at]))
	}
	l.Rows(rows)
	return paper.Send(w, "history", l.Out.String())
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

func historyRow(e *remove.Entry) paper.Row {
	when := e.Time
	if t, err := time.Parse(time.RFC3339Nano, e.Time); err == nil {
		when = timestamp(t)
	}
	ref := trace.Ref{Group: e.Group, Kind: e.Kind, Namespace: e.Namespace, Name: e.Name}
	head := []paper.Span{{Role: paper.Plain, Text: paper.Identifier(when) + "  "}, {Role: paper.Name, Text: kindName(ref)}}
	if e.Namespace != "" {
		head = append(head, paper.Span{Role: paper.Plain, Text: " "}, paper.Span{Role: paper.Quiet, Text: "in namespace " + paper.Identifier(e.Namespace)})
	}
	body := []paper.Para{paper.Detail("finalizer", paper.Span{Role: paper.Finalizer, Text: paper.Identifier(e.Finalizer)})}
	if e.Phase == "ended" {
		body = append(body, paper.Detail("result", paper.Span{Role: paper.Plain, Text: paper.Identifier(e.Outcome) + ": " + paper.Prose(e.Message)}))
	} else {
		body = append(body, paper.Detail("result", paper.Span{Role: paper.Flag, Text: "begun, and no end is known: look at the object"}))
	}
	who := paper.Prose(e.User)
	if e.Server != "" {
		who += " at " + paper.Prose(e.Server)
	}
	body = append(body, paper.Detail("who", paper.Span{Role: paper.Plain, Text: who}))
	body = append(body, paper.Detail("why", paper.Span{Role: paper.Message, Text: paper.Prose(e.Why)}))
	for _, g := range e.Overridden {
		body = append(body, paper.Detail("overruled", paper.Span{Role: paper.Plain, Text: paper.Identifier(g)}))
	}
	if e.Backup != "" {
		body = append(body, paper.Detail("backup", paper.Span{Role: paper.Plain, Text: paper.Prose(e.Backup)}))
	}
	return paper.Row{Head: paper.Para{Spans: head}, Body: body}
}
