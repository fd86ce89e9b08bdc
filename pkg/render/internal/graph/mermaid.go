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
	fmt.Fprintf(&b, "  verdict[%s]\n", quoteMermaid([]string{verdict(g)}))
	if len(g.Incomplete) > 0 {
		fmt.Fprintf(&b, "  incomplete[%s]\n", quoteMermaid([]string{"! " + words.Incomplete(g.Incomplete)}))
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
			label = "|" + quoteMermaid(lines) + "|"
		}
		fmt.Fprintf(&b, "  n%d %s%s n%d\n", e.From, arrow, label, e.To)
	}
	mermaidClasses(&b, g)
	return b.String()
}

func mermaidNode(b *strings.Builder, g *trace.Graph, i int) {
	n := &g.Nodes[i]
	fmt.Fprintf(b, "  n%d[%s]:::%s\n", i, quoteMermaid(boxLines(g, n)), boxOf(n.State).class)
	for k, text := range restLines(n) {
		fmt.Fprintf(b, "  n%d_%d([%s])\n", i, k, quoteMermaid([]string{text}))
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

// quoteMermaid joins lines into one quoted label. What is not plainly harmless
// becomes an entity code: a label is HTML, may be read as Markdown, and a
// directive is recognised even inside quotes.
func quoteMermaid(lines []string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, l := range lines {
		if i > 0 {
			b.WriteString("<br/>")
		}
		for _, r := range paper.Prose(l) {
			if harmlessInMermaid(r) {
				b.WriteRune(r)
			} else {
				fmt.Fprintf(&b, "#%d;", r)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

func harmlessInMermaid(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r > 0x7f:
		return true
	}
	return strings.ContainsRune(" ./-=(),:!'", r)
}
