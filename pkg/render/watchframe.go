package render

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
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
		n += max(1, (width(l)+f.columns-1)/f.columns)
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
	sentence := f.para(span{role: roleVerdict, text: whyVerdict(d, f.t.asked)})
	if !f.put(sentence, 2) {
		f.put(f.cut(whyVerdict(d, f.t.asked)), 0)
	}
	text := progressText(f.s.Gone, f.s.Known)
	if f.s.Quiet > 0 {
		text += ", nothing has changed for " + duration.HumanDuration(f.s.Quiet)
	}
	f.put(f.para(span{role: roleText, text: text}), 1)
	if f.s.Silent != "" {
		f.put(f.para(span{role: roleFlag, text: "! the server does not answer, waiting: "}, span{role: roleText, text: prose(f.s.Silent)}), 1)
	}
	if len(d.Incomplete) > 0 {
		f.put(f.para(span{role: roleFlag, text: "! " + incompleteText(d.Incomplete)}), 1)
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
	spans := []span{{role: roleVerdict, text: causeLabel(d, c)}}
	if len(heldObjects(c)) == 1 {
		spans = append(append(spans, f.t.title(object)...), span{role: roleText, text: ": "})
	}
	return f.para(append(spans, span{role: roleMessage, text: f.short(c.Message)})...)
}

func (f *framer) para(spans ...span) []string {
	l := newLayout(f.o)
	l.para(para{spans: spans, hang: 2})
	return linesOf(l)
}

// cut is a sentence in one row.
func (f *framer) cut(text string) []string {
	l := newLayout(f.o)
	l.width = 0
	l.para(para{spans: []span{{role: roleVerdict, text: shorten(text, max(f.columns, 1), l.sheet.marks.ellipsis)}}})
	return linesOf(l)
}

// short is a message in about one line: the frame is there to be looked at
// again and again.
func (f *framer) short(text string) string {
	columns := messageColumns
	if f.columns > 0 {
		columns = max(f.columns, leastWidth)
	}
	return shorten(prose(text), columns, marksFor(f.o).ellipsis)
}

func linesOf(l *layout) []string {
	text := strings.TrimSuffix(l.out.String(), "\n")
	l.out.Reset()
	return strings.Split(text, "\n")
}

// tree adds what is left as a tree, as far as it fits.
func (f *framer) tree() {
	p := watchPlanner{f: f, g: f.s.Graph, shown: make([]bool, len(f.s.Graph.Nodes)), held: map[string]int{}}
	rows := p.plan()
	if len(rows) == 0 {
		return
	}
	l := newLayout(f.o)
	deepest := 0
	for _, r := range rows {
		deepest = max(deepest, r.depth)
	}
	if (deepest+1)*l.step > l.room {
		l.step = narrowStep
	}
	if len(f.lines) > 0 {
		f.put([]string{""}, 2)
	}
	var more []bool // for each level above the row, whether siblings follow there
	for i, r := range rows {
		more = append(more[:min(max(r.depth-1, 0), len(more))], !r.last)
		l.row(r.row, more[:r.depth])
		keep := min(1, len(rows)-1-i) // the line that counts the rest
		lines := linesOf(l)
		if f.put(lines, keep) || f.put(lines[:1], keep) {
			continue
		}
		f.rest(rows[i:], l.sheet.marks.ellipsis)
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
		f.put(f.para(span{role: roleQuiet, text: ellipsis + " and " + thousands(n) + " more"}), 0)
	}
}

// watchRow is a row of the tree. One that points at an object shown above is no
// further object.
type watchRow struct {
	row
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
		head := append(p.f.t.title(&explain.Object{Node: *n}), span{role: roleText, text: "  "}, phrase(roleQuiet, "(shown above)"))
		p.rows = append(p.rows, watchRow{row: row{depth: depth, last: last, head: para{spans: head}}, again: true})
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
	head := append(t.title(o), span{role: roleText, text: "  "}, phrase(stateRole(n.State), stateText(n, p.f.s.Diagnosis.At)))
	if o.Asked && len(p.g.Nodes) > 1 {
		head = append(head, span{role: roleText, text: "  "}, phrase(roleAsked, marksFor(p.f.o).asked))
	}
	r := row{depth: depth, last: last, open: open, head: para{spans: head}}
	if n.State == trace.Live && n.Asked {
		r.body = append(r.body, detail("live", span{role: roleMessage, text: p.f.short(liveText(o))}))
	} else {
		for i := range o.Holds {
			r.body = append(r.body, p.hold(&o.Holds[i]))
		}
	}
	p.rows = append(p.rows, watchRow{row: r})
}

func (p *watchPlanner) hold(h *explain.Hold) para {
	message := p.f.short(h.Message)
	switch {
	case h.Finalizer == "":
		return detail("held", span{role: roleMessage, text: message})
	case message == "":
		return detail("finalizer", span{role: roleFinalizer, text: holdHead(h)})
	}
	return detail("finalizer", span{role: roleFinalizer, text: identifier(h.Finalizer)}, span{role: roleText, text: ": "}, span{role: roleMessage, text: message})
}
