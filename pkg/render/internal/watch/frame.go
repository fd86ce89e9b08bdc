package watch

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/duration"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/follow"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/diagnosis"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/graph"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// leastRows is the lowest terminal that is laid out for: a sentence, the count
// and a line for the rest.
const leastRows = 4

// Frame lays out what is left, in as many rows of the terminal as there are. Zero rows
// means no limit. What does not fit is counted.
func Frame(s *follow.State, look paper.Look, rows int) []string {
	f := frame{
		State: s, look: look, left: rows,
		asked: words.Asked(words.Objects(s.Diagnosis)), home: words.Home(words.Objects(s.Diagnosis)),
	}
	if rows > 0 {
		f.left = max(rows, leastRows)
	}
	f.heading()
	f.tree()
	return f.lines
}

// frame is filled from the top.
type frame struct {
	*follow.State
	look  paper.Look
	asked []int
	home  string
	left  int // rows, where there is a limit
	lines []string
}

// rowsOf is how many rows of the terminal lines take: in one narrower than what
// is laid out for, it breaks them itself.
func (f *frame) rowsOf(lines []string) int {
	if f.look.Width == 0 {
		return len(lines)
	}
	n := 0
	for _, l := range lines {
		n += max(1, (paper.Width(l)+f.look.Width-1)/f.look.Width)
	}
	return n
}

// put adds lines where they fit and leave keep rows, and reports whether it did.
func (f *frame) put(lines []string, keep int) bool {
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

// heading is what must be seen in any frame: how it is with the asked objects, how
// far it is, and, where there is room, what is at the root.
func (f *frame) heading() {
	d := f.Diagnosis
	verdict := diagnosis.Verdict(d)
	if !f.put(f.para(paper.Verdict.Of(verdict)), 2) {
		f.put(f.cut(verdict), 0)
	}
	text := progressText(f.Gone, f.Known)
	if f.Quiet > 0 && !progressing(d) {
		text += ", nothing has changed for " + duration.HumanDuration(f.Quiet)
	}
	f.put(f.para(paper.Plain.Of(text)), 1)
	if f.Silent != "" {
		f.put(f.para(paper.Flag.Of("! the server does not answer, waiting: "), paper.Plain.Of(paper.Prose(f.Silent))), 1)
	}
	if len(d.Incomplete) > 0 {
		f.put(f.para(paper.Flag.Of("! "+words.Incomplete(d.Incomplete))), 1)
	}
	if text := f.root(); text != nil {
		f.put(text, 2)
	}
}

// progressing reports whether something makes progress, even where nothing of the graph
// has changed: beside that, nobody says that nothing has.
func progressing(d *explain.Diagnosis) bool {
	return slices.ContainsFunc(d.Objects, func(o explain.Object) bool { return o.Verdict == explain.Progressing })
}

// root is the cause that matters most, where the tree may not come to it.
func (f *frame) root() []string {
	d := f.Diagnosis
	c, label := diagnosis.First(d)
	if c == nil {
		return nil
	}
	object := &d.Objects[c.Holds[0].Object]
	if object.Asked && len(f.asked) == 1 {
		return nil // it is the first that the tree tells
	}
	spans := []paper.Span{paper.Verdict.Of(label)}
	if !slices.ContainsFunc(c.Holds, func(p explain.Place) bool { return p.Object != c.Holds[0].Object }) {
		spans = append(append(spans, words.Title(&object.Node, f.home)...), paper.Plain.Of(": "))
	}
	return f.para(append(spans, paper.Message.Of(f.short(c.Message)))...)
}

func (f *frame) para(spans ...paper.Span) []string {
	l := paper.NewLayout(f.look)
	l.Para(paper.Para{Spans: spans, Hang: 2})
	return linesOf(l)
}

// cut is a sentence in one row.
func (f *frame) cut(text string) []string {
	l := paper.NewLayout(f.look)
	l.Width = 0
	l.Para(paper.Text(paper.Verdict, paper.Shorten(text, max(f.look.Width, 1), l.Sheet.Marks.Ellipsis)))
	return linesOf(l)
}

// short is a message in about one line: the frame is there to be looked at
// again and again.
func (f *frame) short(text string) string {
	columns := words.MessageColumns
	if f.look.Width > 0 {
		columns = max(f.look.Width, paper.LeastWidth)
	}
	return paper.Shorten(paper.Prose(text), columns, paper.MarksFor(f.look).Ellipsis)
}

func linesOf(l *paper.Layout) []string {
	text := strings.TrimSuffix(l.Out.String(), "\n")
	l.Out.Reset()
	return strings.Split(text, "\n")
}

// tree adds what is left as a tree, as far as it fits.
func (f *frame) tree() {
	rows, again := f.rows()
	if len(rows) == 0 {
		return
	}
	if len(f.lines) > 0 {
		f.put([]string{""}, 2)
	}
	l := paper.NewLayout(f.look)
	for i, more := range l.Levels(rows) {
		l.Row(rows[i], more)
		keep := min(1, len(rows)-1-i) // the line that counts the rest
		lines := linesOf(l)
		if f.put(lines, keep) || f.put(lines[:1], keep) {
			continue
		}
		if n := len(rows) - i - numberOf(again[i:]); n > 0 {
			f.put(f.para(paper.Quiet.Of(l.Sheet.Marks.Ellipsis+" and "+words.Count(n, "more object"))), 0)
		}
		return
	}
}

// numberOf is how many of them are true.
func numberOf(truths []bool) int {
	n := 0
	for _, t := range truths {
		if t {
			n++
		}
	}
	return n
}

// rows are the objects of the graph that are left, and below them those of which only
// the diagnosis knows. Again says which point at an object shown above, and are no
// further one.
func (f *frame) rows() (rows []paper.Row, again []bool) {
	held := map[string]*explain.Object{}
	for i := range f.Diagnosis.Objects {
		o := &f.Diagnosis.Objects[i]
		held[o.UID] = o
	}
	inGraph := map[string]bool{}
	for _, v := range graph.Walk(f.Graph, nil) {
		n := &f.Graph.Nodes[v.Node]
		inGraph[n.UID] = true
		r := paper.Row{Depth: v.Depth, Last: v.Last, Open: v.Open}
		if v.Again {
			r.Head.Spans = append(words.Title(n, f.home), paper.Aside(paper.Quiet, "(shown above)")...)
		} else {
			o := &explain.Object{Node: *n}
			if known := held[n.UID]; known != nil && n.UID != "" {
				o.Holds = known.Holds
			}
			f.tell(&r, o)
		}
		rows, again = append(rows, r), append(again, v.Again)
	}
	for i := range f.Diagnosis.Objects {
		if o := &f.Diagnosis.Objects[i]; !inGraph[o.UID] && words.Exists(o.State) {
			r := paper.Row{Last: true}
			f.tell(&r, o)
			rows, again = append(rows, r), append(again, false)
		}
	}
	return rows, again
}

// tell says what holds an object, and what each hold waits for.
func (f *frame) tell(r *paper.Row, o *explain.Object) {
	r.Head.Spans = append(words.Title(&o.Node, f.home), words.State(&o.Node, f.Diagnosis.Clock())...)
	if o.Asked && len(f.Graph.Nodes) > 1 {
		r.Head.Spans = append(r.Head.Spans, paper.Aside(paper.Asked, paper.MarksFor(f.look).Asked)...)
	}
	if o.State == trace.Live && o.Asked {
		r.Body = []paper.Para{paper.Fact("live", paper.Message, f.short(liveText(o)))}
		return
	}
	for i := range o.Holds {
		r.Body = append(r.Body, words.HoldLine(&o.Holds[i], f.short(o.Holds[i].Message)))
	}
}
