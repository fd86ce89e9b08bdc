// Package markdown writes a report for a ticket or a chat. Whatever comes from a cluster
// stays text there: it is no markup, mentions nobody and links to nothing.
package markdown

import (
	"strings"
	"time"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/report"
)

// Text is the report as Markdown, as GitHub and others read it.
func Text(r *report.Report) string {
	w := writer{}
	w.line("## " + spans(r.Title))
	for _, text := range r.Lead {
		w.line("")
		w.line(spans(text))
	}
	for i := range r.Sections {
		w.section(&r.Sections[i], "###")
	}
	if len(r.Command) > 0 {
		w.line("")
		w.line("More:")
		w.line("")
		w.command("", r.Command)
	}
	return w.out.String()
}

type writer struct{ out strings.Builder }

func (w *writer) line(text string) { w.out.WriteString(strings.TrimRight(text, " ") + "\n") }

func (w *writer) section(s *report.Section, heading string) {
	w.line("")
	title := heading + " " + spans(s.Title)
	if s.Verdict != "" {
		title += " (" + s.Verdict.Words() + ")"
	}
	w.line(title)
	for _, b := range s.Blocks {
		w.line("")
		b.To(w)
	}
	for i := range s.Below {
		w.section(&s.Below[i], heading+"#")
	}
}

// Facts is a list.
func (w *writer) Facts(facts report.Facts) {
	for _, f := range facts {
		for _, l := range f.Lines {
			w.line("- **" + f.Label + "** " + spans(l.Text))
			if len(l.Command) > 0 {
				w.line("")
				w.command("  ", l.Command)
			}
		}
	}
}

// command is one to be copied, or why there is none.
func (w *writer) command(indent string, words []string) {
	c := paper.CommandOf(words)
	if c.Unready != "" {
		w.line(indent + prose(c.Unready))
		return
	}
	w.fenced(indent, "sh", c.Line+"\n")
}

// fenced is a text that is shown as it stands.
func (w *writer) fenced(indent, language, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	w.line(indent + fence + language)
	for l := range strings.Lines(text) {
		w.line(indent + strings.TrimRight(l, "\n"))
	}
	w.line(indent + fence)
}

// Table has the columns in which something stands.
func (w *writer) Table(t *report.Table) {
	used := t.Used()
	write := func(cell func(i int) string) {
		var row strings.Builder
		row.WriteString("|")
		for _, i := range used {
			row.WriteString(" " + strings.ReplaceAll(cell(i), "|", `\|`) + " |")
		}
		w.line(row.String())
	}
	write(func(i int) string { return t.Heads[i] })
	write(func(int) string { return "---" })
	for _, row := range t.Rows {
		write(func(i int) string { return spans(row.Cells[i]) })
	}
}

// Timeline is a table.
func (w *writer) Timeline(moments report.Timeline) {
	t := report.Table{Heads: []string{"When (UTC)", "Seen from the deletion", "Object", "By", "What"}}
	for i := range moments {
		m := &moments[i]
		t.Rows = append(t.Rows, report.Row{Cells: []report.Text{
			{paper.Quiet.Of(m.At.UTC().Format(time.DateTime))}, {paper.Quiet.Of(m.Away)}, {paper.Name.Of(m.Object)}, {paper.Plain.Of(m.By)}, {paper.Message.Of(m.What)},
		}})
	}
	w.Table(&t)
}

// Tree is drawn as in a terminal.
func (w *writer) Tree(nodes report.Tree) {
	l := paper.NewLayout(paper.Look{})
	var rows []paper.Row
	for i := range nodes {
		rows = append(rows, nodes[i].Row)
	}
	l.Rows(rows)
	w.fenced("", "text", strings.TrimLeft(l.Out.String(), "\n"))
}
