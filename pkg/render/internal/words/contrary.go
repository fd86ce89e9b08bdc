package words

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render/internal/paper"
)

// Contrary is what stands behind a cost where somebody says that nothing is left of what would be lost.
func Contrary(c *explain.Cost) string {
	if c.Contrary == "" {
		return ""
	}
	return "; but " + paper.Prose(c.Contrary) + ": look there whether that is so"
}
