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
		{"RISK", paper.Plain, func(e *catalogue.Entry) string { return paper.Identifier(string(e.Risk)) }},
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
	if t := tableOf(cs, entries); l.Width > 0 && t.Columns() > l.Width {
		groups(l, entries)
	} else {
		l.Table(t)
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

func tableOf(columns []column, entries []catalogue.Entry) paper.Table {
	var t paper.Table
	for _, c := range columns {
		t.Heads = append(t.Heads, c.title)
	}
	for j := range entries {
		var row []paper.Cell
		for _, c := range columns {
			row = append(row, paper.CellOf(c.role, c.text(&entries[j])))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
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
		beside(l, riskRole(e.Risk).Of("  "+paper.Identifier(string(e.Risk))), groupColumns, paper.Para{Hang: 2, Spans: []paper.Span{
			paper.Finalizer.Of(paper.Identifier(e.Pattern)),
			paper.Quiet.Of("  " + paper.Prose(e.Component)),
		}})
	}
}

// groupColumns is where the name stands.
const groupColumns = len("  medium ")
