package graph

import (
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Dot is the graph in the language of Graphviz.
func Dot(g *trace.Graph) string {
	var b strings.Builder
	title := []string{verdict(g)}
	if len(g.Incomplete) > 0 {
		title = append(title, "! "+words.Incomplete(g.Incomplete))
	}
	b.WriteString("digraph trace {\n")
	fmt.Fprintf(&b, "  graph [label=%s, labelloc=t, rankdir=LR];\n", paper.DotLabel(title))
	b.WriteString("  node [fontname=\"Helvetica\", style=filled];\n")
	b.WriteString("  edge [fontname=\"Helvetica\", fontsize=10];\n")
	for i := range g.Nodes {
		dotNode(&b, g, i)
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "  n%d -> n%d", e.From, e.To)
		attrs := []string{}
		if lines := edgeLines(e); len(lines) > 0 {
			attrs = append(attrs, "label="+paper.DotLabel(lines))
		}
		if e.Rule != trace.OwnerRule {
			attrs = append(attrs, "style=dashed")
		}
		if e.Fault != "" {
			attrs = append(attrs, `color="#b91c1c"`)
		}
		if len(attrs) > 0 {
			b.WriteString(" [" + strings.Join(attrs, ", ") + "]")
		}
		b.WriteString(";\n")
	}
	b.WriteString("}\n")
	return b.String()
}

func dotNode(b *strings.Builder, g *trace.Graph, i int) {
	n := &g.Nodes[i]
	box := boxOf(n.State)
	pen := 1
	if n.Asked {
		pen = 3
	}
	fmt.Fprintf(b, "  n%d [label=%s, shape=%s, color=%q, fillcolor=%q, penwidth=%d];\n",
		i, paper.DotLabel(boxLines(g, n)), box.shape, box.stroke, box.fill, pen)
	for k, text := range restLines(n) {
		fmt.Fprintf(b, "  n%d_%d [label=%s, shape=plaintext, style=solid];\n", i, k, paper.DotLabel([]string{text}))
		fmt.Fprintf(b, "  n%d -> n%d_%d [style=dotted];\n", i, i, k)
	}
}
