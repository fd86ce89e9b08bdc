package forecast

import (
	"fmt"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/preflight/outlook"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// box is how an object is drawn.
type box struct{ class, fill, stroke string }

func boxOf(o preflight.Outcome) box {
	switch o {
	case preflight.Goes, preflight.GoesAfter:
		return box{"goes", "#fef3c7", "#b45309"}
	case preflight.Hangs, preflight.Refused:
		return box{"hangs", "#fee2e2", "#b91c1c"}
	case preflight.NotKnown:
		return box{"unsure", "#f3f4f6", "#6b7280"}
	case preflight.Stays:
	}
	return box{"stays", "#dcfce7", "#15803d"}
}

// arrow leads from what takes an object along to the object, or from one that hangs to
// what it needs.
type arrow struct {
	from, to int
	label    []string
	needs    bool
}

func arrowsOf(f *preflight.Forecast) []arrow {
	var out []arrow
	for i := range f.Fates {
		fate := &f.Fates[i]
		if fate.By >= 0 {
			out = append(out, arrow{from: fate.By, to: i})
		}
		for j := range fate.On {
			h := &fate.On[j]
			to := h.Takes
			if to < 0 {
				to = h.Fate
			}
			if to >= 0 && fate.Outcome == preflight.Hangs {
				out = append(out, arrow{from: i, to: to, label: labelOf(h), needs: true})
			}
		}
	}
	return out
}

func labelOf(h *preflight.Hindrance) []string {
	if h.Sort == preflight.Held {
		return []string{"needs", h.Finalizer}
	}
	return []string{"waits for"}
}

func boxLines(f *preflight.Fate) []string {
	name := words.KindName(f.Ref)
	if f.Name == "" {
		name = alike(f)
	}
	lines := []string{name}
	if f.Namespace != "" {
		lines = append(lines, "in namespace "+paper.Identifier(f.Namespace))
	}
	return append(lines, OutcomeText(f.Outcome))
}

func titleOf(a *outlook.Answer) []string {
	title := []string{Verdict(a)}
	if len(a.Incomplete) > 0 {
		title = append(title, "! "+words.Incomplete(a.Incomplete))
	}
	return title
}

// Dot is what comes of an act in the language of Graphviz: who takes whom along, and who
// needs whom.
func Dot(a *outlook.Answer) string {
	var b strings.Builder
	b.WriteString("digraph preflight {\n")
	fmt.Fprintf(&b, "  graph [label=%s, labelloc=t, rankdir=LR];\n", paper.DotLabel(titleOf(a)))
	b.WriteString("  node [fontname=\"Helvetica\", shape=box, style=filled];\n")
	b.WriteString("  edge [fontname=\"Helvetica\", fontsize=10];\n")
	for i := range a.Forecast.Fates {
		f := &a.Forecast.Fates[i]
		box, pen := boxOf(f.Outcome), 1
		if f.Why == preflight.Named {
			pen = 3
		}
		fmt.Fprintf(&b, "  n%d [label=%s, color=%q, fillcolor=%q, penwidth=%d];\n", i, paper.DotLabel(boxLines(f)), box.stroke, box.fill, pen)
	}
	for _, e := range arrowsOf(a.Forecast) {
		attrs := ""
		if e.needs {
			attrs = ` [label=` + paper.DotLabel(e.label) + `, style=dashed, color="#b91c1c", constraint=false]`
		}
		fmt.Fprintf(&b, "  n%d -> n%d%s;\n", e.from, e.to, attrs)
	}
	b.WriteString("}\n")
	return b.String()
}

// Mermaid is the same as a mermaid flowchart.
func Mermaid(a *outlook.Answer) string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	fmt.Fprintf(&b, "  verdict[%s]\n", paper.MermaidLabel(titleOf(a)))
	used := map[string]bool{}
	for i := range a.Forecast.Fates {
		f := &a.Forecast.Fates[i]
		fmt.Fprintf(&b, "  n%d[%s]:::%s\n", i, paper.MermaidLabel(boxLines(f)), boxOf(f.Outcome).class)
	}
	for _, e := range arrowsOf(a.Forecast) {
		if e.needs {
			fmt.Fprintf(&b, "  n%d -.->|%s| n%d\n", e.from, paper.MermaidLabel(e.label), e.to)
			continue
		}
		fmt.Fprintf(&b, "  n%d --> n%d\n", e.from, e.to)
	}
	for i := range a.Forecast.Fates {
		f := &a.Forecast.Fates[i]
		if box := boxOf(f.Outcome); !used[box.class] {
			used[box.class] = true
			fmt.Fprintf(&b, "  classDef %s fill:%s,stroke:%s,color:#111827\n", box.class, box.fill, box.stroke)
		}
		if f.Why == preflight.Named {
			fmt.Fprintf(&b, "  style n%d stroke-width:3px\n", i)
		}
	}
	return b.String()
}
