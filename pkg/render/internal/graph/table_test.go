package graph

import (
	"strings"
	"testing"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/sample"
)

// TestTableWhereItFits prints columns where they fit, and the same below each object where
// the terminal is too narrow for them.
func TestTableWhereItFits(t *testing.T) {
	for file, first := range sample.Firsts(t, "*.txtar") {
		g := sample.Graph(t, first)
		if len(g.Nodes) == 0 {
			continue
		}
		columns := func(width int) bool { return strings.Contains(Table(g, paper.Look{Width: width}), "\nNAME ") }
		if !columns(0) || !columns(2000) {
			t.Errorf("%s: no columns where there is room", file)
		}
		if columns(paper.LeastWidth) && len(g.Nodes[0].UID) > 0 {
			t.Errorf("%s: columns in a narrow terminal", file)
		}
		narrow := Table(g, paper.Look{Width: paper.LeastWidth})
		for i := range g.Nodes {
			if uid := paper.Identifier(g.Nodes[i].UID); strings.Contains(Table(g, paper.Look{}), uid) && len(uid) < paper.LeastWidth/2 && !strings.Contains(narrow, uid) {
				t.Errorf("%s: the narrow form has no %s", file, uid)
			}
		}
	}
}
