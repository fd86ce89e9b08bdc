package render

import (
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

// column is one of a table of entries.
type column struct {
	title string
	role  role
	text  func(e *explain.Entry) string
}

// entryColumns begins with what a script would cut out. The last may be long.
func entryColumns() []column {
	return []column{
		{"FINALIZER", roleFinalizer, func(e *explain.Entry) string { return identifier(e.Pattern) }},
		{"RISK", roleText, func(e *explain.Entry) string { return identifier(e.Risk) }},
		{"COMPONENT", roleText, func(e *explain.Entry) string { return prose(e.Component) }},
		{"PROJECT", roleText, func(e *explain.Entry) string { return prose(e.Project) }},
	}
}

// entryTable prints one line an entry. Where that does not fit into the
// terminal, an entry takes two lines, and a project is named once.
func entryTable(w io.Writer, entries []explain.Entry, o Options) error {
	l := newLayout(o)
	columns := entryColumns()
	if total := widthOf(columnWidths(columns, entries)); l.width > 0 && total > l.width {
		entryGroups(l, entries)
	} else {
		table(l, columns, entries)
	}
	return send(w, "table", l.out.String())
}

// entryTableWide prints more columns, on lines as long as they need.
func entryTableWide(w io.Writer, entries []explain.Entry, o Options) error {
	o.Width = 0
	l := newLayout(o)
	columns := append(entryColumns(),
		column{"MATCH", roleText, func(e *explain.Entry) string {
			if e.Match == "" {
				return explain.MatchExact
			}
			return identifier(e.Match)
		}},
		column{"CONFIDENCE", roleText, func(e *explain.Entry) string { return identifier(e.Confidence) }},
		column{"KINDS", roleText, func(e *explain.Entry) string {
			if len(e.Kinds) == 0 {
				return "*"
			}
			return strings.ReplaceAll(identifiers(e.Kinds), ", ", ",")
		}},
	)
	table(l, columns, entries)
	return send(w, "table", l.out.String())
}

const tableGap = 3 // columns between two of a table, as kubectl has them

func columnWidths(columns []column, entries []explain.Entry) []int {
	widths := make([]int, len(columns))
	for i, c := range columns {
		widths[i] = len(c.title)
		for j := range entries {
			widths[i] = max(widths[i], width(c.text(&entries[j])))
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

func table(l *layout, columns []column, entries []explain.Entry) {
	if len(entries) == 0 {
		return
	}
	widths := columnWidths(columns, entries)
	var head line
	for i, c := range columns {
		head = append(head, span{role: roleVerdict, text: padded(c.title, widths[i]+tableGap)})
	}
	l.line("", head)
	for j := range entries {
		var row line
		for i, c := range columns {
			row = append(row, span{role: c.role, text: padded(c.text(&entries[j]), widths[i]+tableGap)})
		}
		l.line("", row)
	}
}

func padded(text string, columns int) string {
	return text + strings.Repeat(" ", max(columns-width(text), 0))
}

// entryGroups names a project, and below it the risk and name of each entry.
func entryGroups(l *layout, entries []explain.Entry) {
	project := ""
	for i := range entries {
		e := &entries[i]
		if i == 0 || e.Project != project {
			project = e.Project
			l.para(para{spans: []span{{role: roleVerdict, text: prose(project)}}, hang: 2})
		}
		beside(l, span{role: riskRole(e.Risk), text: "  " + identifier(e.Risk)}, groupColumns, para{hang: 2, spans: []span{
			{role: roleFinalizer, text: identifier(e.Pattern)},
			{role: roleQuiet, text: "  " + prose(e.Component)},
		}})
	}
}

// groupColumns is where the name stands.
const groupColumns = len("  medium ")
