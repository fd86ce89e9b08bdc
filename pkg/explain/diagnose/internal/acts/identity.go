package acts

import (
	"context"
	"slices"
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
	if identity == "" || h.Entry.Quiet || !isCalled(h.Kind.Kind, strings.ReplaceAll(of, " ", ""), own) {
		return n
	}
	n.Mend("check with the provider that there is no " + of + " " + identity + ", and never was one under another name for this object: it answers that this is none, so that nothing can be left under it, and no retry helps")
	n.Join(letItGo(h, "lets go of what cannot be there"))
	cost := h.Cost
	cost.Loss = "Nothing can be left under an identity that is not valid, by the words of the provider; check that there first, and that it never had another one"
	n.Cost = &cost
	return n
}

// joining are the ends of kinds that join something to what they are called after: without that nothing is joined.
var joining = strings.Fields("binding attachment association")

// isCalled reports whether a word calls just what a kind stands for: a target group is that of a TargetGroup, and of a
// TargetGroupBinding. Of what was asked to be deleted, the provider may have a shorter word.
func isCalled(kind, word string, asked bool) bool {
	kind = strings.ToLower(kind)
	return word != "" && (word == kind || asked && phrase.EndsCalled(kind, word) ||
		slices.ContainsFunc(joining, func(end string) bool { return word+end == kind }))
}
