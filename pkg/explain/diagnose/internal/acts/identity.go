package acts

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
)

// InvalidIdentity is what is to be done where the provider says that the identity of what the object stands
// for is not valid: nothing can exist under it. The field that has it is often not to be changed any more.
func InvalidIdentity(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	identity, of := failure.InvalidIdentity(words)
	if identity == "" || of == "" || !strings.Contains(strings.ToLower(h.Kind.Kind), strings.ReplaceAll(of, " ", "")) {
		return n
	}
	n.Mend("check with the provider that there is no " + of + " " + identity + ": it answers that this is none, so that nothing can be left under it; then plan the removal of the finalizer, since a kind often lets nobody change the field that has it")
	n.PlanRemoval(h, "once that is certain, see what taking the finalizer off would do: this prints a plan and changes nothing")
	cost := h.Cost
	cost.Loss = "Nothing can be left under an identity that is not valid, by the words of the provider; check that there first, and that it never had another one"
	n.Cost = &cost
	return n
}
