package diagnose

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/signs"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// refusedAccount is how the API server refuses a controller what it has no right to.
var refusedAccount = regex.New(`\bis forbidden: User \\*"system:serviceaccount:`)

// lostRight decides where its holder fails as the API server refuses it a right. That comes before what it is known to
// wait for: without the right it does not end the wait, whatever else is done.
func lostRight(ctx context.Context, h *hearing.Case) (f hearing.Finding) {
	if !signs.Says(ctx, h, refusedAccount.MatchString) {
		return f // the rung of what fails comes later
	}
	found := signs.Failing(ctx, h)
	copied := h.View.Copied && h.GoesAlone() // there is nothing else that the log beside it would be of
	tells := func(e explain.Evidence) bool { return (!e.Weak || copied) && refusedAccount.MatchString(e.Words) }
	if !found.Decided() || !slices.ContainsFunc(found.Evidence, tells) {
		return f
	}
	return found
}
