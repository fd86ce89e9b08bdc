package render

import (
	"strconv"
	"strings"
)

const (
	// leastWidth is the narrowest terminal that is laid out for.
	leastWidth = 40
	// guideColumns bounds the guides where there is no limit of width, so that
	// a chain of thousands does not fill the disk with them.
	guideColumns = 200
	// valueColumns is the least room for a value beside its label; with less,
	// or with a name that would have to be broken, it continues below the label.
	valueColumns = 24

	wideStep   = 4
	narrowStep = 2
)

// layout puts rows into columns.
type layout struct {
	out   strings.Builder
	sheet sheet
	width int // 0 for no limit
	room  int // columns for guides
	step  int // columns for one level
	moved int // columns by which everything is moved in
}

func newLayout(o Options) *layout {
	l := &layout{sheet: newSheet(o), room: guideColumns, step: wideStep}
	if o.Width > 0 {
		l.width = max(o.Width, leastWidth)
		l.room = l.width / 2
	}
	return l
}

// para writes a paragraph across the whole width.
func (l *layout) para(p para) {
	for _, li := range p.lines(l.width) {
		l.line("", li)
	}
}

func (l *layout) line(guides string, content line) {
	text := l.sheet.paint(append(line{{role: roleGuide, text: guides}}, content...))
	l.out.WriteString(strings.TrimRight(strings.Repeat(" ", l.moved)+text, " "))
	l.out.WriteByte('\n')
}

// rows lays out trees, each set apart.
func (l *layout) rows(rows []row) {
	l.lay(rows, true)
}

// flush lays out one tree right here.
func (l *layout) flush(rows []row) {
	l.lay(rows, false)
}

// command writes a command on a line of its own, however long: it is there to
// be copied. Where no command is made of the words, it says why.
func (l *layout) command(indent int, label string, words []string) {
	said := commandSpan(words)
	if !said.copied {
		l.shift(indent)
		l.para(para{spans: []span{{role: roleText, text: label}, said}, hang: width(label)})
		l.shift(-indent)
		return
	}
	l.line("", line{{role: roleText, text: strings.Repeat(" ", indent) + label}, said})
}

// commandSpan is a command to be copied, or why there is none.
func commandSpan(words []string) span {
	words = discreet(words)
	if why := unready(words); why != "" {
		return span{role: roleQuiet, text: why}
	}
	return span{role: roleName, text: shellLine(words), copied: true}
}

// shift moves what follows in, or out again.
func (l *layout) shift(columns int) {
	l.moved += columns
	if l.width > 0 {
		l.width -= columns
	}
}

func (l *layout) lay(rows []row, apart bool) {
	deepest := 0
	for _, r := range rows {
		deepest = max(deepest, r.depth)
	}
	if (deepest+1)*l.step > l.room {
		l.step = narrowStep
	}
	var more []bool // for each level above the row, whether siblings follow there
	for i, r := range rows {
		if apart && r.depth == 0 && gapBefore(rows, i) {
			l.out.WriteByte('\n')
		}
		more = append(more[:min(max(r.depth-1, 0), len(more))], !r.last)
		l.row(r, more[:r.depth])
	}
}

// gapBefore sets trees apart that have more than one line.
func gapBefore(rows []row, i int) bool {
	return i == 0 || rows[i-1].depth > 0 || len(rows[i-1].body) > 0 || len(rows[i].body) > 0 || rows[i].open
}

func (l *layout) row(r row, more []bool) {
	first, rest := l.guides(more)
	below := strings.Repeat(" ", l.step)
	if r.open {
		below = l.pad(l.sheet.marks.link)
	}
	rest += below
	for i, li := range r.head.lines(l.columns(rest)) {
		if i == 0 {
			l.line(first, li)
		} else {
			l.line(rest, li)
		}
	}
	for _, p := range r.body {
		columns := l.columns(rest)
		if columns > 0 && columns < p.hang+max(valueColumns, p.widest()) {
			p.hang = min(p.hang, 2)
		}
		for _, li := range p.lines(columns) {
			l.line(rest, li)
		}
	}
}

// columns is the room that guides leave.
func (l *layout) columns(guides string) int {
	if l.width == 0 {
		return 0
	}
	return l.width - width(guides)
}

// guides draws what stands at the left of the first line of a row, and of the
// others. Where the tree is deeper than there is room, the levels at the left
// are left out and the number of the level stands for them.
func (l *layout) guides(more []bool) (first, rest string) {
	if len(more) == 0 {
		return "", ""
	}
	above := more[:len(more)-1]
	lead, blank := "", ""
	if keep := l.room/l.step - 1; len(more) > keep {
		// Without its number the level of a row could not be told.
		lead = l.sheet.marks.elided + strconv.Itoa(len(more))
		levels := width(lead)/l.step + 1
		lead += strings.Repeat(" ", levels*l.step-width(lead))
		blank = strings.Repeat(" ", width(lead))
		above = above[len(above)-max(keep-levels-1, 0):]
	}
	var b strings.Builder
	for _, m := range above {
		b.WriteString(l.level(m))
	}
	own := more[len(more)-1]
	arm := l.sheet.marks.end
	if own {
		arm = l.sheet.marks.mid
	}
	return lead + b.String() + l.arm(arm), blank + b.String() + l.level(own)
}

func (l *layout) level(more bool) string {
	if more {
		return l.pad(l.sheet.marks.link)
	}
	return strings.Repeat(" ", l.step)
}

// arm leads from the guide to the name. A narrow level keeps its corner only.
func (l *layout) arm(arm string) string {
	runes := []rune(arm)
	return l.pad(string(runes[:min(len(runes), l.step-1)]))
}

func (l *layout) pad(mark string) string {
	return mark + strings.Repeat(" ", l.step-width(mark))
}
