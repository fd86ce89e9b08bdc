package render

import (
	"io"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Names prints one line for each object that exists, as kubectl -o name does:
// the asked ones first, then all others in the order of the graph.
func Names(w io.Writer, g *trace.Graph, _ Options) error {
	var b strings.Builder
	for _, asked := range []bool{true, false} {
		for i := range g.Nodes {
			if n := &g.Nodes[i]; n.Asked == asked && exists(n.State) {
				b.WriteString(kindName(n.Ref))
				b.WriteByte('\n')
			}
		}
	}
	return paper.Send(w, "names", b.String())
}
