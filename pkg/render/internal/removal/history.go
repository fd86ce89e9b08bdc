package removal

import (
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/remove"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// History is the log of removals, the oldest first. An action that was begun and of
// which no end is known is shown as such.
func History(entries []remove.Entry, look paper.Look) string {
	l := paper.NewLayout(look)
	if len(entries) == 0 {
		l.Para(paper.Text(paper.Verdict, "Nothing was removed from this machine."))
	}
	var rows []paper.Row
	for _, at := range settled(entries) {
		rows = append(rows, historyRow(&entries[at]))
	}
	l.Rows(rows)
	return l.Out.String()
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
		when = words.Timestamp(t)
	}
	ref := trace.Ref{Group: e.Group, Kind: e.Kind, Namespace: e.Namespace, Name: e.Name}
	head := append([]paper.Span{paper.Plain.Of(paper.Identifier(when) + "  ")}, words.Named(paper.Name, ref, "")...)
	body := []paper.Para{paper.Fact("finalizer", paper.Finalizer, paper.Identifier(e.Finalizer))}
	if e.Phase == "ended" {
		body = append(body, paper.Fact("result", paper.Plain, paper.Identifier(e.Outcome)+": "+paper.Prose(e.Message)))
	} else {
		body = append(body, paper.Fact("result", paper.Flag, "begun, and no end is known: look at the object"))
	}
	who := paper.Prose(e.User)
	if e.Server != "" {
		who += " at " + paper.Prose(e.Server)
	}
	body = append(body, paper.Fact("who", paper.Plain, who))
	body = append(body, paper.Fact("why", paper.Message, paper.Prose(e.Why)))
	for _, g := range e.Overridden {
		body = append(body, paper.Fact("overruled", paper.Plain, paper.Identifier(g)))
	}
	if e.Backup != "" {
		body = append(body, paper.Fact("backup", paper.Plain, paper.Prose(e.Backup)))
	}
	return paper.Row{Head: paper.Para{Spans: head}, Body: body}
}
