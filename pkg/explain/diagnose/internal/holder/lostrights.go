package holder

import (
	"context"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
)

// byLostRights is for a kind that nobody may change any more: of the candidates, one whose
// binding or role is missing or too small is who could.
func (t *tally) byLostRights(ctx context.Context, h *hearing.Case) {
	if len(t.candidates) > mostAccounts || !t.related || !t.kind.MayBeCustom() {
		return
	}
	t.byWatching(ctx, h.Node.Namespace)
	for ref, c := range t.candidates {
		account := accountRun(ctx, t.View, ref)
		if account.Name == "" {
			continue
		}
		if l := rights.Lacking(ctx, h, account, rights.Asked, runsAs(ctx, t.View)); len(l.Steps) > 0 && !l.Narrow {
			t.addClue(ref, clue{rightsClue, strongClue, "is the one that had the right to change it: " + l.Said, l.Source})
			c.account = account
		}
	}
}
