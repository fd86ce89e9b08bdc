package diagnosis

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// SoFar tells of objects that are not judged yet what holds them: a line each, and one for
// each of their finalizers, with who has to take it off where that was asked for.
func SoFar(objects []explain.Object, clock trace.Clock) []string {
	var lines []string
	for i := range objects {
		o := &objects[i]
		lines = append(lines, "so far: "+words.Placed(o.Ref)+" "+words.StateText(&o.Node, clock))
		for j := range o.Holds {
			h := &o.Holds[j]
			lines = append(lines, "  held by "+paper.Identifier(h.Finalizer)+" ("+holderInShort(h)+")")
		}
		switch {
		case len(o.Holds) > 0:
		case len(o.Finalizers) == 0:
			lines = append(lines, "  no finalizer holds it")
		default:
			for _, f := range o.Finalizers {
				lines = append(lines, "  held by "+paper.Identifier(f.Name))
			}
		}
	}
	return lines
}
