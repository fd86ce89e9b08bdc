package graph

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Tree is the verdict and then the objects as a tree, each once in full: its true
// state, its finalizers with their holders, and what is wrong.
func Tree(g *trace.Graph, look paper.Look) string {
	l, t := begun(g, look)
	l.Rows(t.rows())
	return l.Out.String()
}

// begun is the verdict, and whether the answer is whole.
func begun(g *trace.Graph, look paper.Look) (*paper.Layout, *tree) {
	l := paper.NewLayout(look)
	l.Para(paper.Text(paper.Verdict, verdict(g)))
	words.Warn(l, g.Incomplete)
	return l, &tree{g: g, marks: l.Sheet.Marks, home: words.Home(words.Nodes(g))}
}

// tree decides what is said in which row. It knows nothing of columns.
type tree struct {
	g     *trace.Graph
	wide  bool // beside each object all that a person needs to act on it
	marks paper.Marks
	home  string // the namespace that need not be named, if there is one
}

func (t *tree) rows() []paper.Row {
	var rows []paper.Row
	for _, v := range Walk(t.g, t.rest) {
		r := paper.Row{Depth: v.Depth, Last: v.Last, Open: v.Open}
		switch n := &t.g.Nodes[v.Node]; {
		case v.Rest != "":
			r.Head = paper.Text(paper.Quiet, v.Rest)
		case v.Again:
			r.Head.Spans = append(t.title(n), paper.Aside(paper.Quiet, "(shown above)")...)
			r.Body = t.relation(v.Edges)
		default:
			r.Head, r.Body = t.heading(n), t.details(n, v.Edges)
		}
		rows = append(rows, r)
	}
	return rows
}

// rest are the lines for the dependents that the graph only counts.
func (t *tree) rest(i int, below []Kid) []string {
	n := &t.g.Nodes[i]
	var out []string
	for _, f := range n.Folded {
		more := slices.ContainsFunc(below, func(k Kid) bool {
			r := t.g.Nodes[k.Node].Ref
			return r.Group == f.Group && r.Kind == f.Kind
		})
		out = append(out, foldText(f, more))
	}
	if n.Cut > 0 {
		out = append(out, cutText(n.Cut))
	}
	return out
}

// title is the name of an object, with its namespace where that is not plain.
func (t *tree) title(n *trace.Node) []paper.Span { return words.Title(n, t.home) }

func (t *tree) heading(n *trace.Node) paper.Para {
	spans := append(t.title(n), words.State(n, t.g.Clock())...)
	if n.Asked {
		spans = append(spans, paper.Aside(paper.Asked, t.marks.Asked)...)
	}
	return paper.Para{Spans: spans}
}

// relation is what is wrong with the edges to an object, and in the wide form the rules
// behind them.
func (t *tree) relation(edges []trace.Edge) []paper.Para {
	var out []paper.Para
	for _, e := range edges {
		if fault := faultText(e); fault != "" {
			out = append(out, paper.Alert(fault))
		}
	}
	for _, e := range edges {
		if t.wide {
			out = append(out, paper.Fact("edge", paper.Plain, edgeText(e)))
		}
	}
	return out
}

func (t *tree) details(n *trace.Node, edges []trace.Edge) []paper.Para {
	out := t.relation(edges)
	if n.Disagreement != "" {
		out = append(out, paper.Alert(paper.Prose(n.Disagreement)))
	}
	for _, f := range n.Finalizers {
		out = append(out, paper.Detail("finalizer",
			words.Finalizer(f.Name), paper.Plain.Of(" "), paper.Phrase(paper.Quiet, "("+holderText(f)+")")))
	}
	if n.Note != "" {
		out = append(out, paper.Fact("note", paper.Message, paper.Prose(n.Note)))
	}
	shown, columns := n.Conditions[:min(1, len(n.Conditions))], words.MessageColumns
	if t.wide {
		shown, columns = n.Conditions, words.MessageColumnsWide
	}
	for _, c := range shown {
		out = append(out, paper.Detail("condition", t.condition(c, columns)...))
	}
	if t.wide {
		out = append(out, t.identity(n)...)
	}
	return out
}

// identity is what it takes to address exactly this object.
func (t *tree) identity(n *trace.Node) []paper.Para {
	var out []paper.Para
	for _, fact := range []struct{ label, text string }{{"uid", paper.Identifier(n.UID)}, {"version", versionText(n)}, {"created", t.created(n)}} {
		if fact.text != "" {
			out = append(out, paper.Fact(fact.label, paper.Plain, fact.text))
		}
	}
	return out
}

func versionText(n *trace.Node) string {
	if n.Group == "" || n.Version == "" {
		return paper.Identifier(n.Version)
	}
	return paper.Identifier(n.Group + "/" + n.Version)
}

func (t *tree) created(n *trace.Node) string {
	if n.Created.IsZero() {
		return ""
	}
	return t.g.Clock().When(n.Created)
}

// condition is one with its message, of so many columns.
func (t *tree) condition(c trace.Condition, columns int) []paper.Span {
	spans := []paper.Span{paper.Plain.Of(conditionHead(c, t.g.Clock()))}
	if message := paper.Prose(c.Message); message != "" {
		spans[0].Text += ": "
		spans = append(spans, paper.Message.Of(paper.Shorten(message, columns, t.marks.Ellipsis)))
	}
	return spans
}
