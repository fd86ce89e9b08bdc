package signs

import (
	"context"
	"regexp"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
)

// forces is a command that deletes with force.
var forces = regexp.MustCompile(`\b(?:kubectl|oc|k) .*\bdelete\b.*(?:--force\b|--grace-period[= ]0\b)`)

// ForcedInVain tells whoever has deleted the object with force what that cannot do.
func ForcedInVain(_ context.Context, h *hearing.Case) (n hearing.Notes) {
	if h.Finalizer == "" || !h.Node.State.Going() {
		return n
	}
	for _, l := range h.View.Logs.Aside {
		if forces.MatchString(l.Text) && strings.Contains(l.Text, h.Node.Name) {
			n.Warn("to delete it with --force takes no finalizer off: that ends a grace period, and was tried by a command copied beside it")
			return n
		}
	}
	return n
}
