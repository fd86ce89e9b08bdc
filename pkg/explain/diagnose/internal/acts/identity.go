package acts

import (
	"context"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/phrase"
)

// InvalidIdentity is what is to be done where the provider says that the identity of what the object stands
// for is not valid: nothing can exist under it. The field that has it is often not to be changed any more, and
// no retry of what is not valid succeeds.
func InvalidIdentity(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	identity, of, own := failure.InvalidIdentity(words)
	if identity == "" || !own && (of == "" || !strings.Contains(strings.ToLower(h.Kind.Kind), strings.ReplaceAll(of, " ", ""))) {
		return n
	}
	n.Mend("check with the provider that there is no" + phrase.Prefixed(" ", of) + " " + identity + ", and never was one under another name for this object: it answers that this is none, so that nothing can be left under it, and no retry helps")
	n.Join(letItGo(h, "lets go of what cannot be there"))
	cost := h.Cost
	cost.Loss = "Nothing can be left under an identity that is not valid, by the words of the provider; check that there first, and that it never had another one"
	n.Cost = &cost
	return n
}
