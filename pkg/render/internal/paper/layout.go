package paper

import (
	"iter"
	"strconv"
	"strings"
)

const (
	// LeastWidth is the narrowest terminal that is laid out for.
	LeastWidth = 40
	// guideColumns bounds the guides where there is no limit of width, so that
	// a chain of thousands does not fill the disk with them.
	guideColumns = 200
	// valueColumns is the least room for a value beside its label; with less,
	// or with a name that would have to be broken, it continues below the label.
	valueColumns = 24

	// WideStep is how far a level is indented.
	WideStep = 4
	// narrowStep is the same where the terminal is narrow.
	narrowStep = 2
)

// Layout puts rows into columns.
type Layout struct {
	Out   strings.Builder
	Sheet Sheet
	Width int // 0 for no limit
	Room  int // columns for guides
	Step  int // columns for one level
	moved int // columns by which everything is moved in
}

// NewLayout returns a layout on which nothing stands yet.
func NewLayout(o Look) *Layout {
	l := &Layout{Sheet: NewSheet(o), Room: guideColumns, Step: WideStep}
	if o.Width > 0 {
		l.Width = max(o.Width, LeastWidth)
		l.Room = l.Width / 2
	}
	return l
}

// Para writes a paragraph across the whole width.
func (l *Layout) Para(p Para) {
	for _, li := range p.Lines(l.Width) {
		l.Line("", li)
	}
}

// Say writes a sentence of one role across the whole width.
func (l *Layout) Say(r Role, text string) {
	l.Para(Para{Spans: []Span{r.Of(text)}, Hang: 2})
}

// Gap leaves a line free.
func (l *Layout) Gap() { l.Out.WriteByte('\n') }

// Line writes one line with what stands at its left.
func (l *Layout) Line(guides string, content Line) {
	text := l.Sheet.Paint(append(Line{roleGuide.Of(guides)}, content...))
	l.Out.WriteString(strings.TrimRight(strings.Repeat(" ", l.moved)+text, " "))
	l.Out.WriteByte('\n')
}

// Rows lays out trees, each set apart.
func (l *Layout) Rows(rows []Row) {
	l.lay(rows, true)
}

// Flush lays out one tree right here.
func (l *Layout) Flush(rows []Row) {
	l.lay(rows, false)
}

// Command writes a command on a line of its own, however long: it is there to
// be copied. Where no command is made of the words, it says why.
func (l *Layout) Command(indent int, label string, words []string) {
	said := CommandSpan(words)
	if !said.copied {
		l.Shift(indent)
		l.Para(Para{Spans: []Span{Plain.Of(label), said}, Hang: Width(label)})
		l.Shift(-indent)
		return
	}
	l.Line("", Line{Plain.Of(strings.Repeat(" ", indent) + label), said})
}

// CommandSpan is a command to be copied, or why there is none.
func CommandSpan(words []string) Span {
	c := CommandOf(words)
	if c.Unready != "" {
		return Quiet.Of(c.Unready)
	}
	return Span{Role: Name, Text: c.Line, copied: true}
}

// Shift moves what follows in, or out again.
func (l *Layout) Shift(columns int) {
	l.moved += columns
	if l.Width > 0 {
		l.Width -= columns
	}
}

func (l *Layout) lay(rows []Row, apart bool) {
	for i, more := range l.Levels(rows) {
		if apart && rows[i].Depth == 0 && gapBefore(rows, i) {
			l.Gap()
		}
		l.Row(rows[i], more)
	}
}

// Levels makes the steps narrow where rows lie deep, and says for each row on which
// levels above it something follows. That is true until the next row.
func (l *Layout) Levels(rows []Row) iter.Seq2[int, []bool] {
	deepest := 0
	for _, r := range rows {
		deepest = max(deepest, r.Depth)
	}
	if (deepest+1)*l.Step > l.Room {
		l.Step = narrowStep
	}
	return func(yield func(int, []bool) bool) {
		var more []bool
		for i, r := range rows {
			more = append(more[:min(max(r.Depth-1, 0), len(more))], !r.Last)
			if !yield(i, more[:r.Depth]) {
				return
			}
		}
	}
}

// gapBefore sets trees apart that have more than one line.
func gapBefore(rows []Row, i int) bool {
	return i == 0 || rows[i-1].Depth > 0 || len(rows[i-1].Body) > 0 || len(rows[i].Body) > 0 || rows[i].Open
}

// Row adds a row; more says on which levels above it something follows.
func (l *Layout) Row(r Row, more []bool) {
	first, rest := l.Guides(more, r.Open)
	for i, li := range r.Head.Lines(l.columns(rest)) {
		if i == 0 {
			l.Line(first, li)
		} else {
			l.Line(rest, li)
		}
	}
	for _, p := range r.Body {
		columns := l.columns(rest)
		if columns > 0 && columns < p.Hang+max(valueColumns, p.widest()) {
			p.Hang = min(p.Hang, 2)
		}
		for _, li := range p.Lines(columns) {
			l.Line(rest, li)
		}
	}
}

// Guides are what stands at the left of the first line of a row, and of the others; open
// says that something stands below.
func (l *Layout) Guides(more []bool, open bool) (first, rest string) {
	first, rest = l.guides(more)
	if open {
		return first, rest + l.pad(l.Sheet.Marks.link)
	}
	return first, rest + strings.Repeat(" ", l.Step)
}

// columns is the room that guides leave.
func (l *Layout) columns(guides string) int {
	if l.Width == 0 {
		return 0
	}
	return l.Width - Width(guides)
}

// guides draws what stands at the left of the first line of a row, and of the
// others. Where the tree is deeper than there is room, the levels at the left
// are left out and the number of the level stands for them.
func (l *Layout) guides(more []bool) (first, rest string) {
	if len(more) == 0 {
		return "", ""
	}
	above := more[:len(more)-1]
	lead, blank := "", ""
	if keep := l.Room/l.Step - 1; len(more) > keep {
		// Without its number the level of a row could not be told.
		lead = l.Sheet.Marks.elided + strconv.Itoa(len(more))
		levels := Width(lead)/l.Step + 1
		lead += strings.Repeat(" ", levels*l.Step-Width(lead))
		blank = strings.Repeat(" ", Width(lead))
		above = above[len(above)-max(keep-levels-1, 0):]
	}
	var b strings.Builder
	for _, m := range above {
		b.WriteString(l.level(m))
	}
	own := more[len(more)-1]
	arm := l.Sheet.Marks.end
	if own {
		arm = l.Sheet.Marks.mid
	}
	return lead + b.String() + l.arm(arm), blank + b.String() + l.level(own)
}

func (l *Layout) level(more bool) string {
	if more {
		return l.pad(l.Sheet.Marks.link)
	}
	return strings.Repeat(" ", l.Step)
}

// arm leads from the guide to the name. A narrow level keeps its corner only.
func (l *Layout) arm(arm string) string {
	runes := []rune(arm)
	return l.pad(string(runes[:min(len(runes), l.Step-1)]))
}

func (l *Layout) pad(mark string) string {
	return mark + strings.Repeat(" ", l.Step-Width(mark))
}
