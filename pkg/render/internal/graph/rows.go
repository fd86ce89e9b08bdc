package graph

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Rows are the objects as a tree for what lays out none itself, each with the visit that
// it is of.
func Rows(g *trace.Graph, wide bool) ([]paper.Row, []Visit) {
	t := tree{g: g, wide: wide, marks: paper.MarksFor(paper.Look{}), home: words.Home(words.Nodes(g))}
	return t.rows(), Walk(g, t.rest)
}

// Sentence is the answer in one sentence.
func Sentence(g *trace.Graph) string { return verdict(g) }
