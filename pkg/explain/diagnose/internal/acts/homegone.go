package acts

import (
	"context"
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/failure"
)

// HomeGone is what is to be done where a provider says that what all stands in is gone, or about to be, so that it does not
// answer what is asked of anything in it. What has come back since may be asked again.
func HomeGone(_ context.Context, h *hearing.Case, words string) (n hearing.Notes) {
	what := failure.HomeGone(words)
	isHome := func(noun string) bool { return isOwnKind(h, noun) }
	if what == "" || h.Entry.Quiet || slices.ContainsFunc(failure.Homes, isHome) {
		return n
	}
	if m := failure.Of(words); m != nil && (m.Passing || m.Reached || m.Used || m.Held || m.Tells(words)) {
		return n
	}
	n.Mend("see whether " + what + " can be had back, or is back by now: with it, its controller deletes by itself what is left there of " + whatStays(h, "") + ", at a next try; only where it is gone for good, see that nothing is left which is billed")
	n.Join(letItGo(h, "takes that for done"))
	return n
}
