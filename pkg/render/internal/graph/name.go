package graph

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Names has one line for each object that exists, as kubectl -o name does: the
// asked ones first, then all others in the order of the graph.
func Names(g *trace.Graph) string {
	var b strings.Builder
	for _, asked := range []bool{true, false} {
		for i := range g.Nodes {
			if n := &g.Nodes[i]; n.Asked == asked && words.Exists(n.State) {
				b.WriteString(words.KindName(n.Ref))
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}
