// Package graph prints a graph: as a tree, as names, and in the languages of diagrams.
package graph

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// box is how an object in a state is drawn. The label says the state as well.
type box struct {
	class  string
	shape  string // of dot
	stroke string
	fill   string
}

func boxOf(s trace.State) box {
	switch s {
	case trace.Live:
		return box{"live", "box", "#6b7280", "#f9fafb"}
	case trace.Grace:
		return box{"grace", "box", "#b45309", "#fffbeb"}
	case trace.Deleting:
		return box{"deleting", "octagon", "#b45309", "#fef3c7"}
	case trace.Gone:
		return box{"gone", "note", "#b91c1c", "#fef2f2"}
	case trace.Recreated:
		return box{"recreated", "note", "#b91c1c", "#fee2e2"}
	default:
		return box{"unreadable", "note", "#7c3aed", "#f5f3ff"}
	}
}

// diagramColumns bounds a sentence inside a box.
const diagramColumns = 80

// boxLines are the lines of text in an object's box: what the tree says of it,
// in short.
func boxLines(g *trace.Graph, n *trace.Node) []string {
	name := words.KindName(n.Ref)
	if n.Asked {
		name += " (asked)"
	}
	out := []string{name}
	if n.Namespace != "" {
		out = append(out, "in namespace "+paper.Identifier(n.Namespace))
	}
	out = append(out, words.StateText(n, g.Clock()))
	if n.Disagreement != "" {
		out = append(out, "! "+paper.Shorten(paper.Prose(n.Disagreement), diagramColumns, "…"))
	}
	for _, f := range n.Finalizers {
		out = append(out, "finalizer "+paper.Identifier(f.Name)+" "+holderText(f))
	}
	if n.Note != "" {
		out = append(out, paper.Shorten(paper.Prose(n.Note), diagramColumns, "…"))
	}
	return out
}

// restLines are the lines for what the graph only counts.
func restLines(n *trace.Node) []string {
	var out []string
	for _, f := range n.Folded {
		out = append(out, foldText(f, false))
	}
	if n.Cut > 0 {
		out = append(out, cutText(n.Cut))
	}
	return out
}

// edgeLines are the lines beside an edge. An ownerReference without a fault
// needs none.
func edgeLines(e trace.Edge) []string {
	var out []string
	if e.Rule != trace.OwnerRule {
		out = append(out, paper.Identifier(e.Rule))
	}
	if fault := faultText(e); fault != "" {
		out = append(out, "! "+fault)
	}
	return out
}
