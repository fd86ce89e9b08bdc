package render

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// leastRows is the lowest terminal that is laid out for: a sentence, the count
// and a line for the rest.
const leastRows = 4

// WatchFrame lays out what is left, in as many rows of the terminal as there
// are. Zero rows means no limit. What does not fit is counted.
func WatchFrame(s *follow.State, o Options, rows int) []string {
	f := framer{s: s, o: o, columns: o.Width, left: rows}
	if rows > 0 {
		f.left = max(rows, leastRows)
	}
	asked := askedAmong(judgedOf(s.Diagnosis))
	f.t = &teller{d: s.Diagnosis, asked: asked, home: homeAmong(judgedOf(s.Diagnosis))}
	f.heading()
	f.tree()
	return f.lines
}

// framer fills a frame from the top.
type framer struct {
	s       *follow.State
	o       Options
	t       *teller
	columns int
	left    int // rows, where there is a limit
	lines   []string
}

// rowsOf is how many rows of the terminal lines take: in one narrower than what
// is laid out for, it breaks them itself.
func (f *framer) rowsOf(lines []string) int {
	if f.columns == 0 {
		return len(lines)
	}
	n := 0
	for _, l := range lines {
		n += max(1, (paper.Width(l)+f.columns-1)/f.columns)
	}
	return n
}

// put adds lines where they fit and leave keep rows, and reports whether it did.
func (f *framer) put(lines []string, keep int) bool {
	if f.left > 0 {
		need := f.rowsOf(lines)
		if need+keep > f.left {
			return false
		}
		f.left -= need
	}
	f.lines = append(f.lines, lines...)
	return true
}

// heading is what must be seen in any frame: how the asked objects fare, how
// far it is, and, where there is room, what is at the root.
func (f *framer) heading() {
	d := f.s.Diagnosis
	sentence := f.para(paper.Span{Role: paper.Verdict, Text: whyVerdict(d, f.t.asked)})
	if !f.put(sentence, 2) {
		f.put(f.cut(whyVerdict(d, f.t.asked)), 0)
	}
	text := progressText(f.s.Gone, f.s.Known)
	if f.s.Quiet > 0 {
		text += ", nothing has changed for " + duration.HumanDuration(f.s.Quiet)
	}
	f.put(f.para(paper.Span{Role: paper.Plain, Text: text}), 1)
	if f.s.Silent != "" {
		f.put(f.para(paper.Span{Role: paper.Flag, Text: "! the server does not answer, waiting: "}, paper.Span{Role: paper.Plain, Text: paper.Prose(f.s.Silent)}), 1)
	}
	if len(d.Incomplete) > 0 {
		f.put(f.para(paper.Span{Role: paper.Flag, Text: "! " + incompleteText(d.Incomplete)}), 1)
	}
	if text := f.root(); text != nil {
		f.put(text, 2)
	}
}

// root is the cause that matters most, where the tree may not come to it.
func (f *framer) root() []string {
	d := f.s.Diagnosis
	i := slices.IndexFunc(d.Causes, func(c explain.Cause) bool { return reached(d, &c) })
	if i < 0 {
		return nil
	}
	c := &d.Causes[i]
	object := &d.Objects[c.Holds[0].Object]
	if object.Asked && len(f.t.asked) == 1 {
		return nil // it is the first that the tree tells
	}
	spans := []paper.Span{{Role: paper.Verdict, Text: causeLabel(d, c)}}
	if len(heldObjects(c)) == 1 {
		spans = append(append(spans, f.t.title(object)...), paper.Span{Role: paper.Plain, Text: ": "})
	}
	return f.para(append(spans, paper.Span{Role: paper.Message, Text: f.short(c.Message)})...)
}

func (f *framer) para(spans ...paper.Span) []string {
	l := paper.NewLayout(f.o.look())
	l.Para(paper.Para{Spans: spans, Hang: 2})
	return linesOf(l)
}

// cut is a sentence in one row.
func (f *framer) cut(text string) []string {
	l := paper.NewLayout(f.o.look())
	l.Width = 0
	l.Para(paper.Para{Spans: []paper.Span{{Role: paper.Verdict, Text: paper.Shorten(text, max(f.columns, 1), l.Sheet.Marks.Ellipsis)}}})
	return linesOf(l)
}

// short is a message in about one line: the frame is there to be looked at
// again and again.
func (f *framer) short(text string) string {
	columns := messageColumns
	if f.columns > 0 {
		columns = max(f.columns, paper.LeastWidth)
	}
	return paper.Shorten(paper.Prose(text), columns, paper.MarksFor(f.o.look()).Ellipsis)
}

func linesOf(l *paper.Layout) []string {
	text := strings.TrimSuffix(l.Out.String(), "\n")
	l.Out.Reset()
	return strings.Split(text, "\n")
}

// tree adds what is left as a tree, as far as it fits.
func (f *framer) tree() {
	p := watchPlanner{f: f, g: f.s.Graph, shown: make([]bool, len(f.s.Graph.Nodes)), held: map[string]int{}}
	rows := p.plan()
	if len(rows) == 0 {
		return
	}
	l := paper.NewLayout(f.o.look())
	deepest := 0
	for _, r := range rows {
		deepest = max(deepest, r.Depth)
	}
	if (deepest+1)*l.Step > l.Room {
		l.Step = paper.NarrowStep
	}
	if len(f.lines) > 0 {
		f.put([]string{""}, 2)
	}
	var more []bool // for each level above the row, whether siblings follow there
	for i, r := range rows {
		more = append(more[:min(max(r.Depth-1, 0), len(more))], !r.Last)
		l.Row(r.Row, more[:r.Depth])
		keep := min(1, len(rows)-1-i) // the line that counts the rest
		lines := linesOf(l)
		if f.put(lines, keep) || f.put(lines[:1], keep) {
			continue
		}
		f.rest(rows[i:], l.Sheet.Marks.Ellipsis)
		return
	}
}

// rest counts the objects for which there was no room.
func (f *framer) rest(rows []watchRow, ellipsis string) {
	n := 0
	for _, r := range rows {
		if !r.again {
			n++
		}
	}
	if n > 0 {
		f.put(f.para(paper.Span{Role: paper.Quiet, Text: ellipsis + " and " + thousands(n) + " more"}), 0)
	}
}

// watchRow is a row of the tree. One that points at an object shown above is no
// further object.
type watchRow struct {
	paper.Row
	again bool
}

// watchPlanner decides what stands in which row.
type watchPlanner struct {
	f      *framer
	g      *trace.Graph
	forest forest
	shown  []bool
	held   map[string]int // the objects of the diagnosis by UID
	rows   []watchRow
}

func (p *watchPlanner) plan() []watchRow {
	d := p.f.s.Diagnosis
	for i := range d.Objects {
		p.held[d.Objects[i].UID] = i
	}
	p.forest = forestOf(p.g)
	for _, i := range p.forest.roots(p.g) {
		p.object(i, 0, true)
	}
	for i := range p.g.Nodes {
		if !p.shown[i] {
			p.object(i, 0, true)
		}
	}
	inGraph := map[string]bool{}
	for i := range p.g.Nodes {
		inGraph[p.g.Nodes[i].UID] = true
	}
	for i := range d.Objects {
		if o := &d.Objects[i]; !inGraph[o.UID] && exists(o.State) {
			p.add(&o.Node, 0, true, false)
		}
	}
	return p.rows
}

func (p *watchPlanner) object(i, depth int, last bool) {
	n := &p.g.Nodes[i]
	if p.shown[i] {
		head := append(p.f.t.title(&explain.Object{Node: *n}), paper.Span{Role: paper.Plain, Text: "  "}, paper.Phrase(paper.Quiet, "(shown above)"))
		p.rows = append(p.rows, watchRow{Row: paper.Row{Depth: depth, Last: last, Head: paper.Para{Spans: head}}, again: true})
		return
	}
	p.shown[i] = true
	kids := p.forest.kids[i]
	p.add(n, depth, last, len(kids) > 0)
	for at, below := range kids {
		p.object(below.node, depth+1, at == len(kids)-1)
	}
}

// add says what holds an object, and what each hold waits for.
func (p *watchPlanner) add(n *trace.Node, depth int, last, open bool) {
	o := &explain.Object{Node: *n}
	if i, known := p.held[n.UID]; known && n.UID != "" {
		o.Holds = p.f.s.Diagnosis.Objects[i].Holds
	}
	t := p.f.t
	head := append(t.title(o), paper.Span{Role: paper.Plain, Text: "  "}, paper.Phrase(stateRole(n.State), stateText(n, p.f.s.Diagnosis.At)))
	if o.Asked && len(p.g.Nodes) > 1 {
		head = append(head, paper.Span{Role: paper.Plain, Text: "  "}, paper.Phrase(paper.Asked, paper.MarksFor(p.f.o.look()).Asked))
	}
	r := paper.Row{Depth: depth, Last: last, Open: open, Head: paper.Para{Spans: head}}
	if n.State == trace.Live && n.Asked {
		r.Body = append(r.Body, paper.Detail("live", paper.Span{Role: paper.Message, Text: p.f.short(liveText(o))}))
	} else {
		for i := range o.Holds {
			r.Body = append(r.Body, p.hold(&o.Holds[i]))
		}
	}
	p.rows = append(p.rows, watchRow{Row: r})
}

func (p *watchPlanner) hold(h *explain.Hold) paper.Para {
	message := p.f.short(h.Message)
	switch {
	case h.Finalizer == "":
		return paper.Detail("held", paper.Span{Role: paper.Message, Text: message})
	case message == "":
		return paper.Detail("finalizer", paper.Span{Role: paper.Finalizer, Text: holdHead(h)})
	}
	return paper.Detail("finalizer", paper.Span{Role: paper.Finalizer, Text: paper.Identifier(h.Finalizer)}, paper.Span{Role: paper.Plain, Text: ": "}, paper.Span{Role: paper.Message, Text: message})
}
