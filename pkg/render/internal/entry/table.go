package entry

import (
	"cmp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// column is one of a table of entries.
type column struct {
	title string
	role  paper.Role
	text  func(e *catalogue.Entry) string
}

// columns begin with what a script would cut out. The last may be long.
func columns(wide bool) []column {
	out := []column{
		{"FINALIZER", paper.Finalizer, func(e *catalogue.Entry) string { return paper.Identifier(e.Pattern) }},
		{"RISK", paper.Plain, func(e *catalogue.Entry) string { return paper.Identifier(e.Risk) }},
		{"COMPONENT", paper.Plain, func(e *catalogue.Entry) string { return paper.Prose(e.Component) }},
		{"PROJECT", paper.Plain, func(e *catalogue.Entry) string { return paper.Prose(e.Project) }},
	}
	if !wide {
		return out
	}
	return append(out,
		column{"MATCH", paper.Plain, func(e *catalogue.Entry) string { return paper.Identifier(cmp.Or(e.Match, catalogue.MatchExact)) }},
		column{"CLASS", paper.Plain, func(e *catalogue.Entry) string { return orDash(e.Class) }},
		column{"CONFIDENCE", paper.Plain, func(e *catalogue.Entry) string { return paper.Identifier(e.Confidence) }},
		column{"VERIFIED", paper.Plain, func(e *catalogue.Entry) string { return orDash(e.Verified) }},
		column{"KINDS", paper.Plain, func(e *catalogue.Entry) string {
			if len(e.Kinds) == 0 {
				return "*"
			}
			return strings.ReplaceAll(identifiers(e.Kinds), ", ", ",")
		}},
	)
}

// Table has one line an entry. Where that does not fit into the terminal, an entry takes
// two lines, and a project is named once. The wide form has more columns, on lines as
// long as they need.
func Table(entries []catalogue.Entry, look paper.Look, wide bool) string {
	cs := columns(wide)
	if wide {
		look.Width = 0
	}
	l := paper.NewLayout(look)
	if l.Width > 0 && widthOf(columnWidths(cs, entries)) > l.Width {
		groups(l, entries)
	} else {
		table(l, cs, entries)
	}
	return l.Out.String()
}

// orDash keeps the columns of a table apart for what cuts them out by blanks.
func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return paper.Identifier(text)
}

const tableGap = 3 // columns between two of a table, as kubectl has them

func columnWidths(columns []column, entries []catalogue.Entry) []int {
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = len(c.title)
		for j := range entries {
			widths[i] = max(widths[i], paper.Width(c.text(&entries[j])))
		}
	}
	return widths
}

func widthOf(widths []int) int {
	total := -tableGap
	for _, w := range widths {
		total += w + tableGap
	}
	return total
}

func table(l *paper.Layout, columns []column, entries []catalogue.Entry) {
	if len(entries) == 0 {
		return
	}
	widths := columnWidths(columns, entries)
	var head paper.Line
	for i, c := range columns {
		head = append(head, paper.Verdict.Of(padded(c.title, widths[i]+tableGap)))
	}
	l.Line("", head)
	for j := range entries {
		var row paper.Line
		for i, c := range columns {
			row = append(row, c.role.Of(padded(c.text(&entries[j]), widths[i]+tableGap)))
		}
		l.Line("", row)
	}
}

func padded(text string, columns int) string {
	return text + strings.Repeat(" ", max(columns-paper.Width(text), 0))
}

// groups name a project, and below it the risk and name of each entry.
func groups(l *paper.Layout, entries []catalogue.Entry) {
	project := ""
	for i := range entries {
		e := &entries[i]
		if i == 0 || e.Project != project {
			project = e.Project
			l.Say(paper.Verdict, paper.Prose(project))
		}
		beside(l, riskRole(e.Risk).Of("  "+paper.Identifier(e.Risk)), groupColumns, paper.Para{Hang: 2, Spans: []paper.Span{
			paper.Finalizer.Of(paper.Identifier(e.Pattern)),
			paper.Quiet.Of("  " + paper.Prose(e.Component)),
		}})
	}
}

// groupColumns is where the name stands.
const groupColumns = len("  medium ")
