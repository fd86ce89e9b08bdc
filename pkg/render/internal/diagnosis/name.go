package diagnosis

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/words"
)

// Names are the objects at the roots of what was asked about, one a line,
// as kubectl -o name does. An object outside of the namespace that was asked
// about is preceded by its own, as in "-n shop pod/web-0", so that every line is
// what kubectl takes: xargs -L1 kubectl get -n NAMESPACE.
func Names(d *explain.Diagnosis) string {
	var b strings.Builder
	home := words.Home(words.Objects(d))
	seen := map[int]bool{}
	for i := range d.Causes {
		if !d.Reached(&d.Causes[i]) {
			continue
		}
		for _, p := range d.Causes[i].Holds {
			if seen[p.Object] {
				continue
			}
			seen[p.Object] = true
			ref := d.Objects[p.Object].Ref
			if ref.Namespace != "" && ref.Namespace != home {
				b.WriteString("-n " + paper.Identifier(ref.Namespace) + " ")
			}
			b.WriteString(words.KindName(ref) + "\n")
		}
	}
	return b.String()
}
