package paper

import (
	"slices"
	"strings"
)

const (
	// tableGap are the columns between two of a table, as kubectl has them, and
	// closeGap those where there is no room for as many.
	tableGap = 3
	closeGap = 2
	// lastColumns is the least room for the last column of a table; with less it goes
	// below its row.
	lastColumns = 30
	// mostNumber is how wide a first column is that has only numbers or marks.
	mostNumber = 3
)

// Table is rows of cells below their heads. The last cell of a row may be long.
type Table struct {
	Heads []string
	Rows  [][]Cell
}

// Cell is a text of pieces, each with its role; without any it is empty.
type Cell []Span

// CellOf is one of a single role.
func CellOf(r Role, text string) Cell {
	if text == "" {
		return nil
	}
	return Cell{r.Of(text)}
}

func (c Cell) width() int {
	total := 0
	for _, s := range c {
		total += Width(s.Text)
	}
	return total
}

// Used is the table without the columns in which nothing stands.
func (t *Table) Used() Table {
	out := Table{Rows: make([][]Cell, len(t.Rows))}
	for at, head := range t.Heads {
		if !slices.ContainsFunc(t.Rows, func(row []Cell) bool { return len(row[at]) > 0 }) {
			continue
		}
		out.Heads = append(out.Heads, head)
		for i, row := range t.Rows {
			out.Rows[i] = append(out.Rows[i], row[at])
		}
	}
	return out
}

// Columns is how wide a table is where nothing in it is broken.
func (t *Table) Columns() int {
	total := -tableGap
	for _, w := range t.widths() {
		total += w + tableGap
	}
	return total
}

// Before is where the last column begins at least.
func (t *Table) Before() int { return before(t.widths(), closeGap) }

func before(widths []int, gap int) int {
	start := 0
	for _, w := range widths[:len(widths)-1] {
		start += w + gap
	}
	return start
}

func (t *Table) widths() []int {
	widths := make([]int, len(t.Heads))
	for i, head := range t.Heads {
		widths[i] = Width(head)
		for _, row := range t.Rows {
			widths[i] = max(widths[i], row[i].width())
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
	start := before(widths, gap)
	indent := closeGap
	if widths[0] <= mostNumber {
		indent += widths[0] // what stands before the names, such as their number
	}
	below := l.Width > 0 && start+min(widths[last], lastColumns) > l.Width
	var head []Cell
	for _, text := range t.Heads {
		head = append(head, CellOf(Verdict, text))
	}
	for i, row := range append([][]Cell{head}, t.Rows...) {
		line := tableLine(row[:last], widths, gap)
		switch {
		case !below:
			for n, rest := range (Para{Spans: row[last]}).Lines(max(l.Width-start, 0)) {
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
			l.under(row[last], indent)
		default:
			l.Para(Para{Spans: apart(row[:last]), Hang: 2})
			l.under(row[last], closeGap)
		}
	}
}

// under is a last cell below its row.
func (l *Layout) under(cell Cell, indent int) {
	l.Shift(indent)
	l.Para(Para{Spans: cell})
	l.Shift(-indent)
}

func tableLine(row []Cell, widths []int, gap int) Line {
	var line Line
	for i, cell := range row {
		line = append(append(line, cell...), Plain.Of(strings.Repeat(" ", widths[i]-cell.width()+gap)))
	}
	return line
}

// apart are cells that stand in no columns.
func apart(cells []Cell) []Span {
	var out []Span
	for _, cell := range cells {
		if len(out) > 0 && len(cell) > 0 {
			out = append(out, Plain.Of("  "))
		}
		out = append(out, cell...)
	}
	return out
}
