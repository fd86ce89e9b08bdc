package render

import (
	"io"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Tree prints the verdict and then the objects as a tree, each once in full:
// its true state, its finalizers with their holders, and what is wrong.
func Tree(w io.Writer, g *trace.Graph, o Options) error {
	return paper.Send(w, "tree", tree(g, o, false))
}

// Wide is Tree with what a person needs to act on an object: its UID and
// version, its age, the rule behind each edge, and every condition.
func Wide(w io.Writer, g *trace.Graph, o Options) error {
	return paper.Send(w, "wide tree", tree(g, o, true))
}

// How many columns of a condition's message are shown.
const (
	messageColumns     = 200
	messageColumnsWide = 1000
)

func tree(g *trace.Graph, o Options, wide bool) string {
	p := planner{g: g, wide: wide, forest: forestOf(g), shown: make([]bool, len(g.Nodes)), marks: paper.MarksFor(o.look())}
	p.home = homeAmong(nodesOf(g))
	rows := p.plan()

	l := paper.NewLayout(o.look())
	l.Para(paper.Para{Spans: []paper.Span{{Role: paper.Verdict, Text: verdict(g)}}})
	if len(g.Incomplete) > 0 {
		l.Para(paper.Para{Spans: []paper.Span{{Role: paper.Flag, Text: "! "}, {Role: paper.Plain, Text: incompleteText(g.Incomplete)}}, Hang: 2})
	}
	l.Rows(rows)
	return l.Out.String()
}

// planner decides what is said in which row. It knows nothing of columns.
type planner struct {
	g      *trace.Graph
	wide   bool
	forest forest
	shown  []bool
	marks  paper.Marks
	home   string // the namespace that need not be named, if there is one
	rows   []paper.Row
}

func (p *planner) plan() []paper.Row {
	for _, i := range p.forest.roots(p.g) {
		p.object(kid{node: i}, 0, true)
	}
	for i := range p.g.Nodes {
		if !p.shown[i] {
			p.object(kid{node: i}, 0, true)
		}
	}
	return p.rows
}

func (p *planner) object(k kid, depth int, last bool) {
	n := &p.g.Nodes[k.node]
	if p.shown[k.node] {
		head := append(p.title(n), paper.Span{Role: paper.Plain, Text: "  "}, paper.Phrase(paper.Quiet, "(shown above)"))
		p.rows = append(p.rows, paper.Row{Depth: depth, Last: last, Head: paper.Para{Spans: head}, Body: p.relation(k)})
		return
	}
	p.shown[k.node] = true
	kids := p.forest.kids[k.node]
	rest := p.summaries(n, kids)
	p.rows = append(p.rows, paper.Row{
		Depth: depth, Last: last, Open: len(kids)+len(rest) > 0,
		Head: p.heading(n), Body: p.details(k),
	})
	for at, below := range kids {
		p.object(below, depth+1, at == len(kids)-1 && len(rest) == 0)
	}
	for at, text := range rest {
		p.rows = append(p.rows, paper.Row{
			Depth: depth + 1, Last: at == len(rest)-1,
			Head: paper.Para{Spans: []paper.Span{{Role: paper.Quiet, Text: text}}},
		})
	}
}

// summaries are the lines for the dependents that the graph only counts.
func (p *planner) summaries(n *trace.Node, kids []kid) []string {
	var out []string
	for _, f := range n.Folded {
		more := slices.ContainsFunc(kids, func(k kid) bool {
			r := p.g.Nodes[k.node].Ref
			return r.Group == f.Group && r.Kind == f.Kind
		})
		text := foldText(f, more)
		if p.wide && f.Rule != "" {
			text += " [" + paper.Identifier(f.Rule) + "]"
		}
		out = append(out, text)
	}
	if n.Cut > 0 {
		out = append(out, cutText(n.Cut))
	}
	return out
}

// title is the name of an object, with its namespace where that is not plain.
func (p *planner) title(n *trace.Node) []paper.Span {
	name := paper.Name
	if n.Asked {
		name = paper.Asked
	}
	spans := []paper.Span{{Role: name, Text: kindName(n.Ref)}}
	if n.Namespace != "" && n.Namespace != p.home {
		spans = append(spans, paper.Span{Role: paper.Plain, Text: " "}, paper.Span{Role: paper.Quiet, Text: "in namespace " + paper.Identifier(n.Namespace)})
	}
	return spans
}

func (p *planner) heading(n *trace.Node) paper.Para {
	spans := append(p.title(n), paper.Span{Role: paper.Plain, Text: "  "}, paper.Phrase(stateRole(n.State), stateText(n, p.g.At)))
	if n.Asked {
		spans = append(spans, paper.Span{Role: paper.Plain, Text: "  "}, paper.Phrase(paper.Asked, p.marks.Asked))
	}
	return paper.Para{Spans: spans}
}

// relation says what is to be said about the edges to an object.
func (p *planner) relation(k kid) []paper.Para {
	var out []paper.Para
	for _, e := range k.edges {
		if fault := faultText(e); fault != "" {
			out = append(out, paper.Alert(fault))
		}
	}
	if !p.wide {
		return out
	}
	for _, e := range k.edges {
		out = append(out, paper.Detail("edge", paper.Span{Role: paper.Plain, Text: edgeText(e)}))
	}
	return out
}

func (p *planner) details(k kid) []paper.Para {
	n := &p.g.Nodes[k.node]
	out := p.relation(k)
	if n.Disagreement != "" {
		out = append(out, paper.Alert(paper.Prose(n.Disagreement)))
	}
	for _, f := range n.Finalizers {
		out = append(out, paper.Detail("finalizer",
			paper.Span{Role: paper.Finalizer, Text: paper.Identifier(f.Name)}, paper.Span{Role: paper.Plain, Text: " "}, paper.Phrase(paper.Quiet, holderText(f))))
	}
	if n.Note != "" {
		out = append(out, paper.Detail("note", paper.Span{Role: paper.Message, Text: paper.Prose(n.Note)}))
	}
	out = append(out, p.conditions(n)...)
	if p.wide {
		out = append(out, p.identity(n)...)
	}
	return out
}

func (p *planner) conditions(n *trace.Node) []paper.Para {
	shown, columns := n.Conditions, messageColumnsWide
	if !p.wide {
		shown, columns = shown[:min(1, len(shown))], messageColumns
	}
	var out []paper.Para
	for _, c := range shown {
		spans := []paper.Span{{Role: paper.Plain, Text: conditionHead(c, p.g.At)}}
		if message := paper.Prose(c.Message); message != "" {
			spans[0].Text += ": "
			spans = append(spans, paper.Span{Role: paper.Message, Text: paper.Shorten(message, columns, p.marks.Ellipsis)})
		}
		out = append(out, paper.Detail("condition", spans...))
	}
	return out
}

// identity is what it takes to address exactly this object.
func (p *planner) identity(n *trace.Node) []paper.Para {
	var out []paper.Para
	if n.UID != "" {
		out = append(out, paper.Detail("uid", paper.Span{Role: paper.Plain, Text: paper.Identifier(n.UID)}))
	}
	if n.Version != "" {
		version := n.Version
		if n.Group != "" {
			version = n.Group + "/" + n.Version
		}
		out = append(out, paper.Detail("version", paper.Span{Role: paper.Plain, Text: paper.Identifier(version)}))
	}
	if !n.Created.IsZero() {
		out = append(out, paper.Detail("created", paper.Span{Role: paper.Plain, Text: age(n.Created, p.g.At) + " ago"}))
	}
	return out
}
