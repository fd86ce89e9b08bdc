package paper

import "strings"

const (
	// tableGap are the columns between two of a table, as kubectl has them, and
	// closeGap those where there is no room for as many.
	tableGap = 3
	closeGap = 2
	// lastColumns is the least room for the last column of a table; with less it goes
	// below its row.
	lastColumns = 30
)

// Table is rows of cells below their heads. The last cell of a row may be long.
type Table struct {
	Heads []string
	Rows  [][]Span
}

// Columns is how wide a table is where nothing in it is broken.
func (t *Table) Columns() int {
	total := -tableGap
	for _, w := range t.widths() {
		total += w + tableGap
	}
	return total
}

func (t *Table) widths() []int {
	widths := make([]int, len(t.Heads))
	for i, head := range t.Heads {
		widths[i] = Width(head)
		for _, row := range t.Rows {
			widths[i] = max(widths[i], Width(row[i].Text))
		}
	}
	return widths
}

// Table lays a table out. Where it is wider than there is room, the last column is
// broken or, with too little room for that, stands below its row.
func (l *Layout) Table(t Table) {
	if len(t.Rows) == 0 {
		return
	}
	widths := t.widths()
	last := len(widths) - 1
	gap := tableGap
	if l.Width > 0 && t.Columns() > l.Width {
		gap = closeGap
	}
	start := 0
	for _, w := range widths[:last] {
		start += w + gap
	}
	below := l.Width > 0 && start+min(widths[last], lastColumns) > l.Width
	var head []Span
	for _, text := range t.Heads {
		head = append(head, Verdict.Of(text))
	}
	for i, row := range append([][]Span{head}, t.Rows...) {
		line := tableLine(row[:last], widths, gap)
		switch {
		case !below:
			for n, rest := range (Para{Spans: row[last:]}).Lines(max(l.Width-start, 0)) {
				if n > 0 {
					line = Line{Plain.Of(strings.Repeat(" ", start))}
				}
				l.Line("", append(line, rest...))
			}
		case i == 0 && start-gap <= l.Width:
			l.Line("", line)
		case i == 0: // not even the columns before the last have room
		case start-gap <= l.Width:
			l.Line("", line)
			l.under(row[last])
		default:
			l.Para(Para{Spans: apart(row[:last]), Hang: 2})
			l.under(row[last])
		}
	}
}

// under is a last cell below its row.
func (l *Layout) under(cell Span) {
	l.Shift(closeGap)
	l.Para(Para{Spans: []Span{cell}})
	l.Shift(-closeGap)
}

func tableLine(row []Span, widths []int, gap int) Line {
	var line Line
	for i, cell := range row {
		cell.Text = Padded(cell.Text, widths[i]+gap)
		line = append(line, cell)
	}
	return line
}

// apart are cells that stand in no columns.
func apart(cells []Span) []Span {
	var out []Span
	for i, cell := range cells {
		if i > 0 {
			out = append(out, Plain.Of("  "))
		}
		out = append(out, cell)
	}
	return out
}
