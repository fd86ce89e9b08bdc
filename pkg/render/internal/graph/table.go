package graph

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Table is the verdict and then a table with the tree in its first column, and beside each
// object what a person needs to act on it: its state, each finalizer with its holder, the
// rule behind each edge, its version, UID and age, and every condition. A terminal that is too
// narrow for the columns gets the same below each object of the tree.
func Table(g *trace.Graph, look paper.Look) string {
	l, t := begun(g, look)
	visits := Walk(g, t.wideRest)
	rows := make([]paper.Row, len(visits))
	for i, v := range visits {
		rows[i] = paper.Row{Depth: v.Depth, Last: v.Last, Open: v.Open}
	}
	lines := []tableLine{}
	for i, more := range l.Levels(rows) {
		first, rest := l.Guides(more, rows[i].Open)
		lines = append(lines, t.linesOf(&visits[i], first, rest)...)
	}
	if len(lines) == 0 {
		return l.Out.String()
	}
	name, widths := columnsOf(lines)
	if look.Width > 0 && look.Width < leastOf(name, widths) {
		t.wide = true
		l.Rows(t.rows())
		return l.Out.String()
	}
	l.Gap()
	draw(l, lines, name, widths)
	return l.Out.String()
}

// titles are those of the columns after the name.
var titles = [...]string{"STATE", "FINALIZER", "HOLDER", "EDGE", "VERSION", "UID", "CREATED", "CONDITION"}

// tableLine is one line of the table: an object, or what is told of one beside its name.
type tableLine struct {
	guides string
	name   []paper.Span
	cells  [len(titles)][]paper.Span
}

// linesOf are as many lines as the longest column of an object has entries.
func (t *tree) linesOf(v *Visit, first, rest string) []tableLine {
	n := &t.g.Nodes[v.Node]
	if v.Rest != "" {
		return []tableLine{{guides: first, name: []paper.Span{paper.Quiet.Of(v.Rest)}}}
	}
	name := t.title(n)
	if v.Again {
		name = append(name, paper.Aside(paper.Quiet, "(shown above)")...)
	} else if n.Asked {
		name = append(name, paper.Aside(paper.Asked, t.marks.Asked)...)
	}
	out := []tableLine{{guides: first, name: name}}
	for column, entries := range t.columns(n, v) {
		for i, entry := range entries {
			for len(out) <= i {
				out = append(out, tableLine{guides: rest})
			}
			out[i].cells[column] = entry
		}
	}
	return out
}

// columns are the entries of each. Of an object that was shown above it is the edges alone.
func (t *tree) columns(n *trace.Node, v *Visit) (all [len(titles)][][]paper.Span) {
	one := func(r paper.Role, text string) [][]paper.Span {
		if text == "" {
			return nil
		}
		return [][]paper.Span{{r.Of(text)}}
	}
	var edges, notes [][]paper.Span
	for _, e := range v.Edges {
		edges = append(edges, one(paper.Plain, edgeText(e))...)
		if fault := faultText(e); fault != "" {
			notes = append(notes, one(paper.Flag, "! "+fault)...)
		}
	}
	all[3], all[7] = edges, notes
	if v.Again {
		return all
	}
	all[0] = [][]paper.Span{{words.State(n, t.g.Clock())[1]}}
	for _, f := range n.Finalizers {
		all[1] = append(all[1], one(paper.Finalizer, paper.Identifier(f.Name))...)
		all[2] = append(all[2], one(paper.Quiet, holderText(f))...)
	}
	all[4], all[5], all[6] = one(paper.Plain, versionText(n)), one(paper.Plain, paper.Identifier(n.UID)), one(paper.Plain, t.created(n))
	if n.Disagreement != "" {
		all[7] = append(all[7], one(paper.Flag, "! "+paper.Prose(n.Disagreement))...)
	}
	all[7] = append(all[7], one(paper.Message, paper.Prose(n.Note))...)
	for _, c := range n.Conditions {
		all[7] = append(all[7], t.condition(c, words.MessageColumnsWide))
	}
	return all
}

// wideRest is rest with the rule by which the dependents are found.
func (t *tree) wideRest(i int, below []Kid) []string {
	out := t.rest(i, below)
	for at, f := range t.g.Nodes[i].Folded {
		if f.Rule != "" {
			out[at] += " [" + paper.Identifier(f.Rule) + "]"
		}
	}
	return out
}

// tableGap is between two columns, as kubectl has them.
const tableGap = 3

// leastColumns are for the last column, which goes on below itself.
const leastColumns = 40

// leastOf is how wide a terminal has to be for the columns.
func leastOf(name int, widths [len(titles)]int) int {
	total := name
	for c, w := range widths {
		switch {
		case w == 0:
		case c == len(titles)-1:
			total += tableGap + leastColumns
		default:
			total += tableGap + w
		}
	}
	return total
}

// columnsOf measures the names and the columns. One without an entry has no width.
func columnsOf(lines []tableLine) (name int, widths [len(titles)]int) {
	name = len("NAME")
	for i := range lines {
		if len(lines[i].name) > 0 && !lines[i].plain() {
			name = max(name, paper.Width(lines[i].guides)+widthOf(lines[i].name))
		}
		for c, cell := range lines[i].cells {
			switch {
			case len(cell) == 0:
			case c == len(titles)-1:
				widths[c] = 1 // nothing stands beside it
			default:
				widths[c] = max(widths[c], widthOf(cell), len(titles[c]))
			}
		}
	}
	return name, widths
}

// draw writes the lines below their titles. A column without an entry is left out.
func draw(l *paper.Layout, lines []tableLine, name int, widths [len(titles)]int) {
	head := paper.Line{paper.Verdict.Of("NAME"), paper.Plain.Of(padding(len("NAME"), name))}
	for c, title := range titles {
		if widths[c] > 0 {
			head = append(head, paper.Verdict.Of(title), paper.Plain.Of(padding(len(title), widths[c])))
		}
	}
	l.Line("", head)
	for i := range lines {
		li := &lines[i]
		line := append(paper.Line(li.name), paper.Plain.Of(padding(paper.Width(li.guides)+widthOf(li.name), name)))
		for c := range titles {
			line = append(line, li.cells[c]...)
			if widths[c] > 0 && c < len(titles)-1 {
				line = append(line, paper.Plain.Of(padding(widthOf(li.cells[c]), widths[c])))
			}
		}
		l.Line(li.guides, line)
	}
}

// plain reports whether a line has nothing beside its name, which may then be as long as it
// is.
func (li *tableLine) plain() bool {
	for c := range li.cells {
		if len(li.cells[c]) > 0 {
			return false
		}
	}
	return true
}

func widthOf(spans []paper.Span) int {
	total := 0
	for _, s := range spans {
		total += paper.Width(s.Text)
	}
	return total
}

// padding fills a cell of so many columns, of which some are used.
func padding(used, columns int) string {
	return strings.Repeat(" ", max(columns-used, 0)+tableGap)
}
