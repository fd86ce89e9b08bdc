package graph

import (
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Mermaid is the graph as a mermaid flowchart.
func Mermaid(g *trace.Graph) string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	fmt.Fprintf(&b, "  verdict[%s]\n", paper.MermaidLabel([]string{verdict(g)}))
	if len(g.Incomplete) > 0 {
		fmt.Fprintf(&b, "  incomplete[%s]\n", paper.MermaidLabel([]string{"! " + words.Incomplete(g.Incomplete)}))
	}
	for i := range g.Nodes {
		mermaidNode(&b, g, i)
	}
	for _, e := range g.Edges {
		arrow := "-->"
		if e.Rule != trace.OwnerRule {
			arrow = "-.->"
		}
		label := ""
		if lines := edgeLines(e); len(lines) > 0 {
			label = "|" + paper.MermaidLabel(lines) + "|"
		}
		fmt.Fprintf(&b, "  n%d %s%s n%d\n", e.From, arrow, label, e.To)
	}
	mermaidClasses(&b, g)
	return b.String()
}

func mermaidNode(b *strings.Builder, g *trace.Graph, i int) {
	n := &g.Nodes[i]
	fmt.Fprintf(b, "  n%d[%s]:::%s\n", i, paper.MermaidLabel(boxLines(g, n)), boxOf(n.State).class)
	for k, text := range restLines(n) {
		fmt.Fprintf(b, "  n%d_%d([%s])\n", i, k, paper.MermaidLabel([]string{text}))
		fmt.Fprintf(b, "  n%d -.- n%d_%d\n", i, i, k)
	}
}

// mermaidClasses defines the classes in use, in the order of first use.
func mermaidClasses(b *strings.Builder, g *trace.Graph) {
	defined := map[string]bool{}
	for i := range g.Nodes {
		box := boxOf(g.Nodes[i].State)
		if defined[box.class] {
			continue
		}
		defined[box.class] = true
		fmt.Fprintf(b, "  classDef %s fill:%s,stroke:%s,color:#111827\n", box.class, box.fill, box.stroke)
	}
	for i := range g.Nodes {
		if g.Nodes[i].Asked {
			fmt.Fprintf(b, "  style n%d stroke-width:3px\n", i)
		}
	}
}
