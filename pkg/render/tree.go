package render

import (
	"io"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Tree prints the verdict and then the objects as a tree, each once in full:
// its true state, its finalizers with their holders, and what is wrong.
func Tree(w io.Writer, g *trace.Graph, o Options) error {
	return send(w, "tree", tree(g, o, false))
}

// Wide is Tree with what a person needs to act on an object: its UID and
// version, its age, the rule behind each edge, and every condition.
func Wide(w io.Writer, g *trace.Graph, o Options) error {
	return send(w, "wide tree", tree(g, o, true))
}

// How many columns of a condition's message are shown.
const (
	messageColumns     = 200
	messageColumnsWide = 1000
)

func tree(g *trace.Graph, o Options, wide bool) string {
	p := planner{g: g, wide: wide, forest: forestOf(g), shown: make([]bool, len(g.Nodes)), marks: marksFor(o)}
	p.home = homeAmong(nodesOf(g))
	rows := p.plan()

	l := newLayout(o)
	l.para(para{spans: []span{{role: roleVerdict, text: verdict(g)}}})
	if len(g.Incomplete) > 0 {
		l.para(para{spans: []span{{role: roleFlag, text: "! "}, {role: roleText, text: incompleteText(g.Incomplete)}}, hang: 2})
	}
	l.rows(rows)
	return l.out.String()
}

// row is one entry of the tree: an object, or a line that stands for several.
type row struct {
	depth int
	last  bool // no sibling follows
	open  bool // something stands below
	head  para
	body  []para
}

// planner decides what is said in which row. It knows nothing of columns.
type planner struct {
	g      *trace.Graph
	wide   bool
	forest forest
	shown  []bool
	marks  marks
	home   string // the namespace that need not be named, if there is one
	rows   []row
}

func (p *planner) plan() []row {
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
		head := append(p.title(n), span{role: roleText, text: "  "}, phrase(roleQuiet, "(shown above)"))
		p.rows = append(p.rows, row{depth: depth, last: last, head: para{spans: head}, body: p.relation(k)})
		return
	}
	p.shown[k.node] = true
	kids := p.forest.kids[k.node]
	rest := p.summaries(n, kids)
	p.rows = append(p.rows, row{
		depth: depth, last: last, open: len(kids)+len(rest) > 0,
		head: p.heading(n), body: p.details(k),
	})
	for at, below := range kids {
		p.object(below, depth+1, at == len(kids)-1 && len(rest) == 0)
	}
	for at, text := range rest {
		p.rows = append(p.rows, row{
			depth: depth + 1, last: at == len(rest)-1,
			head: para{spans: []span{{role: roleQuiet, text: text}}},
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
			text += " [" + identifier(f.Rule) + "]"
		}
		out = append(out, text)
	}
	if n.Cut > 0 {
		out = append(out, cutText(n.Cut))
	}
	return out
}

// title is the name of an object, with its namespace where that is not plain.
func (p *planner) title(n *trace.Node) []span {
	name := roleName
	if n.Asked {
		name = roleAsked
	}
	spans := []span{{role: name, text: kindName(n.Ref)}}
	if n.Namespace != "" && n.Namespace != p.home {
		spans = append(spans, span{role: roleText, text: " "}, span{role: roleQuiet, text: "in namespace " + identifier(n.Namespace)})
	}
	return spans
}

func (p *planner) heading(n *trace.Node) para {
	spans := append(p.title(n), span{role: roleText, text: "  "}, phrase(stateRole(n.State), stateText(n, p.g.At)))
	if n.Asked {
		spans = append(spans, span{role: roleText, text: "  "}, phrase(roleAsked, p.marks.asked))
	}
	return para{spans: spans}
}

// relation says what is to be said about the edges to an object.
func (p *planner) relation(k kid) []para {
	var out []para
	for _, e := range k.edges {
		if fault := faultText(e); fault != "" {
			out = append(out, alert(fault))
		}
	}
	if !p.wide {
		return out
	}
	for _, e := range k.edges {
		out = append(out, detail("edge", span{role: roleText, text: edgeText(e)}))
	}
	return out
}

func (p *planner) details(k kid) []para {
	n := &p.g.Nodes[k.node]
	out := p.relation(k)
	if n.Disagreement != "" {
		out = append(out, alert(prose(n.Disagreement)))
	}
	for _, f := range n.Finalizers {
		out = append(out, detail("finalizer",
			span{role: roleFinalizer, text: identifier(f.Name)}, span{role: roleText, text: " "}, phrase(roleQuiet, holderText(f))))
	}
	if n.Note != "" {
		out = append(out, detail("note", span{role: roleMessage, text: prose(n.Note)}))
	}
	out = append(out, p.conditions(n)...)
	if p.wide {
		out = append(out, p.identity(n)...)
	}
	return out
}

func (p *planner) conditions(n *trace.Node) []para {
	shown, columns := n.Conditions, messageColumnsWide
	if !p.wide {
		shown, columns = shown[:min(1, len(shown))], messageColumns
	}
	var out []para
	for _, c := range shown {
		spans := []span{{role: roleText, text: conditionHead(c, p.g.At)}}
		if message := prose(c.Message); message != "" {
			spans[0].text += ": "
			spans = append(spans, span{role: roleMessage, text: shorten(message, columns, p.marks.ellipsis)})
		}
		out = append(out, detail("condition", spans...))
	}
	return out
}

// identity is what it takes to address exactly this object.
func (p *planner) identity(n *trace.Node) []para {
	var out []para
	if n.UID != "" {
		out = append(out, detail("uid", span{role: roleText, text: identifier(n.UID)}))
	}
	if n.Version != "" {
		version := n.Version
		if n.Group != "" {
			version = n.Group + "/" + n.Version
		}
		out = append(out, detail("version", span{role: roleText, text: identifier(version)}))
	}
	if !n.Created.IsZero() {
		out = append(out, detail("created", span{role: roleText, text: age(n.Created, p.g.At) + " ago"}))
	}
	return out
}

// labelColumns is the width of the longest label and the blanks after it.
const labelColumns = len("finalizer") + 2

func detail(label string, value ...span) para {
	label += strings.Repeat(" ", labelColumns-len(label))
	return para{spans: append([]span{{role: roleQuiet, text: label}}, value...), hang: labelColumns}
}

// alert is a line that must not be overlooked. Its mark is there without colour.
func alert(text string) para {
	return para{spans: []span{{role: roleFlag, text: "! " + text}}, hang: 2}
}
