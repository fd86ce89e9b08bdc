package holder

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/rights"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// byLostRights is for a kind that nobody may change any more: of the candidates, one whose
// binding or role is missing or too small is who could.
func (t *tally) byLostRights(ctx context.Context, h *hearing.Case) {
	if len(t.candidates) > mostAccounts || !t.related || !t.kind.MayBeCustom() {
		return
	}
	t.byWatching(ctx, h.Node.Namespace)
	t.byFreeRoles(ctx, h)
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

// byFreeRoles names the workloads that run as an account of the name of a role for the kind which
// nothing binds any more: what is called alike was installed together.
func (t *tally) byFreeRoles(ctx context.Context, h *hearing.Case) {
	free := rights.Free(ctx, h)
	for i := range t.workloads.rows {
		row := &t.workloads.rows[i]
		for _, role := range free {
			if role.Name != row.Name && !strings.HasPrefix(role.Name, row.Name+"-") {
				continue
			}
			if account := accountRun(ctx, t.View, row.Ref).Name; account == row.Name || account == role.Name {
				t.addClue(row.Ref, clue{nameClue, hintClue, "runs as an account that is called like the " + sight.Where(role), sight.Where(row.Ref)}).fit(row)
			}
		}
	}
}
